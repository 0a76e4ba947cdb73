//! Trees over all sorts of boxes: correct, deterministic, and of the required quality.

use super::bins::cut;
use super::item::Item;
use super::measure::Measure;
use super::*;
use crate::math::Vec3;
use crate::random::noise;
use crate::simd::Instructions;
use std::println;

fn at(x: f32, y: f32, z: f32) -> Aabb {
    Aabb::of(&[Vec3::new(x, y, z)])
}

fn scattered(count: usize, seed: &mut u64, spread: f32, size: f32) -> Vec<Aabb> {
    let mut point = |scale: f32| Vec3::new(noise(seed), noise(seed), noise(seed)) * scale;
    let mut pair = || (point(spread), point(size));
    (0..count).map(|_| pair()).map(|(from, by)| Aabb::of(&[from, from + by])).collect()
}

/// Difficult sets of boxes, and their names.
fn nasty(count: usize, seed: &mut u64) -> Vec<(&'static str, Vec<Aabb>)> {
    let n = count as f32;
    let line = |f: &dyn Fn(f32) -> Aabb| (0..count).map(|i| f(i as f32)).collect::<Vec<_>>();
    alloc::vec![
        ("scattered", scattered(count, seed, 100.0, 1.0)),
        ("slivers", scattered(count, seed, 1.0, 1000.0)),
        ("huge", scattered(count, seed, 2e9, 1e8)),
        ("tiny", scattered(count, seed, 1e-38, 1e-40)),
        ("one point", line(&|_| at(3.0, -2.0, 1e9))),
        ("one box", line(&|_| Aabb { min: Vec3::splat(-1.0), max: Vec3::splat(1.0) })),
        ("sorted", line(&|i| at(i, 0.0, 0.0))),
        ("sorted backwards", line(&|i| at(0.0, n - i, 0.0))),
        ("growing", line(&|i| at(0.0, 0.0, libm::exp2f(i / n * 240.0 - 120.0)))),
        ("nested", line(&|i| Aabb { min: Vec3::splat(-1.0 - i), max: Vec3::splat(1.0 + i) })),
        ("two heaps", line(&|i| if i < n / 3.0 { at(0.0, 0.0, 0.0) } else { at(1.0, 1.0, 1.0) })),
        ("one apart", line(&|i| if i == 0.0 { at(1e9, 0.0, 0.0) } else { at(i / n, 0.0, 0.0) })),
        ("without end", line(&|i| Aabb { min: Vec3::splat(f32::NEG_INFINITY), max: Vec3::splat(i) })),
    ]
}

fn build(boxes: &[Aabb]) -> (Bvh, Leaves) {
    Bvh::build((0..).zip(boxes).map(|(i, bounds)| Item::new(*bounds, i)).collect(), Builders::Pool)
}

#[test]
fn all_instructions_cut_a_set_alike() {
    let (mut seed, mut cuts) = (8, 0);
    for count in [2, 9, 32, 65, 1000, 5000] {
        for (name, boxes) in nasty(count, &mut seed) {
            let items: Vec<Item> = (0..).zip(&boxes).map(|(i, one)| Item::new(*one, i)).collect();
            let measure = Measure::within(items[0]);
            let results: Vec<_> = Instructions::available()
                .map(|instructions| {
                    let mut items = items.clone();
                    let cut = cut(&mut items, measure, instructions);
                    let sides = cut.map(|cut| (cut.middle, cut.left.bounds(), cut.right.bounds()));
                    (sides, items.iter().map(Item::number).collect::<Vec<_>>())
                })
                .collect();
            assert!(results.iter().all(|result| *result == results[0]), "{name} {count}");
            cuts += usize::from(results[0].0.is_some_and(|(middle, ..)| 0 < middle && middle < count));
        }
    }
    assert!(cuts > 40, "{cuts}");
}

#[test]
fn every_box_is_in_exactly_one_leaf_and_in_all_boxes_above_it() {
    let (mut seed, mut cases) = (5, 0);
    for count in [0, 1, 2, 7, 8, 9, 16, 17, 100, 1000, 9000] {
        for (name, boxes) in nasty(count, &mut seed) {
            let (tree, leaves) = build(&boxes);
            assert_eq!(tree.check(count, |i| boxes[i], |leaf| leaves.of(leaf)), Ok(()), "{name} {count}");
            assert!((0..tree.leaf_count()).all(|leaf| (1..=LEAF_SIZE).contains(&leaves.of(leaf).len())));
            cases += 1;
        }
    }
    println!("{cases} trees");
}

#[test]
fn without_a_split_the_tree_is_balanced_and_its_leaves_are_almost_full() {
    let boxes = alloc::vec![at(1.0, 2.0, 3.0); 8 << 9];
    let stats = build(&boxes).0.stats(boxes.len());
    assert_eq!((stats.depth, stats.leaf_fill), (3, 1.0));
}

#[test]
fn leaves_of_scattered_boxes_are_nearly_full_and_nodes_have_many_children() {
    let mut seed = 9;
    let boxes = scattered(20_000, &mut seed, 100.0, 2.0);
    let stats = build(&boxes).0.stats(boxes.len());
    assert!(stats.leaf_fill > 0.85, "{stats:?}");
    assert!(stats.leaf_count + stats.node_count > 6 * stats.node_count, "{stats:?}");
}

#[test]
fn the_order_of_the_boxes_hardly_matters_for_the_quality() {
    let mut seed = 1;
    let mut boxes = scattered(5000, &mut seed, 100.0, 2.0);
    let before = build(&boxes).0.stats(boxes.len()).expected_visits;
    for i in (1..boxes.len()).rev() {
        boxes.swap(i, (noise(&mut seed) * (i + 1) as f32) as usize);
    }
    let after = build(&boxes).0.stats(boxes.len()).expected_visits;
    assert!((after / before - 1.0).abs() < 0.01, "{before} {after}");
}

/// A hash of the tree's bits.
fn fingerprint((tree, leaves): &(Bvh, Leaves)) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |bits: u32| hash = (hash ^ u64::from(bits)).wrapping_mul(0x0100_0000_01b3);
    for node in &tree.nodes {
        node.faces.as_flattened().as_flattened().iter().for_each(|v| take(v.to_bits()));
        node.child.iter().for_each(|&child| take(child));
    }
    leaves.order.iter().chain(&leaves.ends).for_each(|&v| take(v));
    hash
}

/// Run it with and without the feature `parallel`.
#[test]
fn any_number_of_threads_gives_the_same_tree() {
    let mut seed = 77;
    let boxes = scattered(30_000, &mut seed, 300.0, 3.0);
    assert_eq!(fingerprint(&build(&boxes)), THREADS_TREE);
    #[cfg(feature = "parallel")]
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(fingerprint(&pool.install(|| build(&boxes))), THREADS_TREE, "{threads} threads");
    }
}

/// The hash with one thread.
const THREADS_TREE: u64 = 3_246_701_127_063_709_677;
