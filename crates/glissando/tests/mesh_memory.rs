//! Memory of a mesh: bytes during and after the build, and lossless storage of its triangles.
#![allow(unsafe_code, reason = "a counting allocator needs unsafe code")]

use glissando::mesh::MeshBytes;
use glissando::{Mesh, MeshOptions, Soup, Vec3};
use glissando_testkit::levels::{RealLevel, shared_files};
use glissando_testkit::random::Random;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, counting the bytes in use.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grow(by: usize) {
    PEAK.fetch_max(NOW.fetch_add(by, Relaxed) + by, Relaxed);
}

// SAFETY: every call is passed unchanged to the system's allocator; `realloc` is made of the others.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes at the peak of building a mesh, its own byte count, and the bytes really in use.
fn bytes(soup: &Soup) -> (usize, usize, usize) {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let (mesh, report) = Mesh::build(soup, &MeshOptions::default()).unwrap();
    let peak = PEAK.load(Relaxed) - before;
    drop(report);
    let kept = NOW.load(Relaxed) - before;
    (peak, mesh.tree_stats().byte_count, kept)
}

/// Triangles without common corners.
fn heap(count: usize) -> Soup {
    let mut random = Random::new(1);
    let mut soup = Soup::default();
    for _ in 0..count {
        let mut within = |size: f64| {
            let [x, y, z] = [(); 3].map(|()| random.between(0.0, size) as f32);
            Vec3::new(x, y, z)
        };
        let at = within(40.0);
        soup.push([at + within(2.0), at + within(2.0), at + within(2.0)], 0);
    }
    soup
}

/// A square of `side` by `side` quads, with hills of few heights.
fn hills(side: u32) -> Soup {
    ground(side, |i, j| (i * 7 % 5 + j * 3 % 4) as f32 * 0.1)
}

/// The same where nearly every vertex has a height of its own.
fn mountains(side: u32) -> Soup {
    ground(side, |i, j| ((i * 7919 + j * 104_729) % 10_007) as f32 * 1e-4)
}

fn ground(side: u32, height: impl Fn(u32, u32) -> f32) -> Soup {
    let mut soup = Soup::default();
    for i in 0..=side {
        for j in 0..=side {
            soup.vertices.push(Vec3::new(i as f32, height(i, j), j as f32));
        }
    }
    let at = |i: u32, j: u32| i * (side + 1) + j;
    for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))) {
        soup.triangles.push([at(i, j), at(i, j + 1), at(i + 1, j)]);
        soup.triangles.push([at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)]);
    }
    soup
}

/// The bound documented for `Mesh::build`.
fn bound(soup: &Soup) -> usize {
    4096 + 320 * soup.triangles.len() + 64 * soup.vertices.len()
}

/// Locked by each test, as another thread's memory would be counted too.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn memory_of_a_mesh() {
    let _alone = ALONE.lock().unwrap();
    // The thread pool of the feature `parallel` takes its own memory at the first build.
    bytes(&heap(20_000));
    building_never_takes_more_than_it_promises();
    a_connected_surface_takes_few_bytes_a_triangle();
}

fn building_never_takes_more_than_it_promises() {
    for soup in [heap(100), heap(20_000), hills(3), hills(120)] {
        let (peak, said, kept) = bytes(&soup);
        let count = soup.triangles.len();
        println!("{count} triangles: {} bytes each at the peak, {} kept", peak / count, kept / count);
        assert!(peak <= bound(&soup), "{peak} of {}", bound(&soup));
        // The thread pool keeps memory of its own.
        assert!(said == kept || cfg!(feature = "parallel"), "{said} reported, {kept} kept");
    }
    let same = Soup { triangles: vec![[0, 1, 2]; 30_000], ..hills(2) };
    let point = Soup { triangles: vec![[5, 5, 5]; 30_000], ..hills(2) };
    for soup in [same, point] {
        let (peak, ..) = bytes(&soup);
        assert!(peak <= bound(&soup), "{peak} of {}", bound(&soup));
    }
}

fn a_connected_surface_takes_few_bytes_a_triangle() {
    for (soup, most) in [(hills(120), 18.0), (mountains(120), 22.0)] {
        let (_, said, _) = bytes(&soup);
        let each = said as f64 / soup.triangles.len() as f64;
        println!("a ground: {each:.1} bytes a triangle");
        assert!(each <= most, "{each}");
    }
}

/// A line of a table: the bytes a triangle of each part, and their sum.
fn parts_of(mesh: &Mesh) -> [f64; 8] {
    let bytes = mesh.byte_counts();
    let MeshBytes { nodes, places, coordinates, indices, directory, materials, end, .. } = bytes;
    [bytes.sum(), nodes, places, coordinates, indices, directory, materials, end]
        .map(|part| part as f64 / mesh.triangle_count() as f64)
}

fn print_parts(name: &str, parts: [f64; 8]) {
    println!("{name:>16} {}", parts.map(|part| format!("{part:11.2}")).concat());
}

/// Every triangle is read back unchanged, except the sign of zeros.
#[test]
#[ignore = "needs ../shared/levels"]
fn real_levels_keep_every_bit_in_at_most_27_bytes_a_triangle() {
    let _alone = ALONE.lock().unwrap();
    bytes(&heap(20_000));
    println!(
        "bytes a triangle        sum      nodes     places coordinates  indices  directory  materials        end"
    );
    let (mut sums, mut levels) = ([0.0; 8], 0.0);
    for file in shared_files() {
        let RealLevel { name, level, .. } = RealLevel::load(&file).unwrap();
        let soup = level.flatten().unwrap();
        let (peak, said, _) = bytes(&soup);
        assert!(peak <= bound(&soup), "{name}: {peak} of {}", bound(&soup));
        let (mesh, _) = Mesh::build(&soup, &MeshOptions::default()).unwrap();
        let parts = parts_of(&mesh);
        print_parts(&name, parts);
        (sums, levels) = (core::array::from_fn(|part| sums[part] + parts[part]), levels + 1.0);
        assert_eq!(mesh.byte_counts().sum(), said, "{name}");
        assert!(parts[0] <= 27.0, "{name}: {}", parts[0]);
        for (index, triangle) in (0..).zip(&soup.triangles) {
            let expected = triangle.map(|v| (soup.vertices[v as usize] + Vec3::ZERO).to_array());
            let bits = |corners: [[f32; 3]; 3]| corners.map(|c| c.map(f32::to_bits));
            assert_eq!(mesh.triangle(index).map(|t| bits(t.map(|c| c.to_array()))), Some(bits(expected)));
            assert_eq!(mesh.material(index), Some(soup.material(index as usize)));
        }
    }
    print_parts("mean", sums.map(|sum| sum / levels));
}
