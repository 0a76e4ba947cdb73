//! Queries about the surroundings: overlaps, contacts at the end of a sweep, triangles in a box.

use super::World;
use super::body::Placed;
use super::candidates::visit_candidates;
use super::path::{self, BodyPath};
use super::posed::PosedRef;
use super::top::Asked;
use super::world_path::WorldPath;
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::{Shape, triangle_meets_box};
use crate::handle::BodyId;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::simd::Instructions;
use crate::sorting;
use crate::sweep::unit_space::UnitSpace;
use alloc::vec::Vec;

/// A triangle of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct WorldTriangle {
    /// Corners in world space, metres.
    pub corners: [DVec3; 3],
    /// Its surface.
    pub surface: Surface,
}

impl World {
    /// The deepest contact of a body that overlaps the world, or `None` if it is free (or just touches).
    ///
    /// A mesh is hollow: a body inside a closed one that reaches none of its triangles is free.
    ///
    /// Its gap and normal are the way out of that one triangle. Of a box or a cylinder that way may lead sideways over the edge to
    /// the next triangle of the same floor: its length is no depth in the floor. Of a capsule whose axis passes through the triangle it is
    /// the way along the triangle's normal, even where the one past its rim is shorter.
    ///
    /// ```
    /// # use glissando::{DVec3, Shape, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// let ball = Shape::sphere(0.5)?;
    /// let contact = world.overlap(&ball, DVec3::X * 1.4, Filter::ALL)?.expect("it is in the cube");
    /// assert!((contact.gap() + 0.1).abs() < 1e-12); // 0.1 m deep
    /// assert!(world.overlap(&ball, DVec3::X * 1.6, Filter::ALL)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// NaN, infinities and positions beyond [`crate::tolerance::WORLD_LIMIT`].
    pub fn overlap(&self, shape: &Shape, at: DVec3, filter: Filter) -> Result<Option<Contact>, InputError> {
        input::position("at", at)?;
        let mut deepest: Option<Contact> = None;
        self.visit_contacts(shape, at, 1.0, filter, None, &mut |contact| {
            let key = |c: &Contact| (c.surface.owner, c.surface.triangle);
            let is_deeper = deepest.as_ref().is_none_or(|d| {
                contact.gap() < d.gap() || (contact.gap() == d.gap() && key(&contact) < key(d))
            });
            if is_deeper && contact.radii < 1.0 {
                deepest = Some(contact);
            }
        });
        Ok(deepest)
    }

    /// A sweep, and every contact within `distance` metres of the shell at its end, nearest first.
    ///
    /// These contacts would hold a body there. Inner edges are left out.
    ///
    /// ```
    /// # use glissando::{DVec3, Shape, Mesh, MeshOptions, Soup, Sweep, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// let sweep = Sweep::new(Shape::sphere(0.5)?, DVec3::X * -5.0, DVec3::X * 10.0)?;
    /// let mut contacts = Vec::new();
    /// let hit = world.sweep_contacts(&sweep, 0.01, &mut contacts)?.expect("the cube is in the way");
    /// assert!((hit.distance - 3.5).abs() < 1e-9);
    /// assert_eq!(contacts[0].surface, hit.surface);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A distance that is negative or not finite.
    pub fn sweep_contacts(
        &self,
        sweep: &Sweep,
        distance: f64,
        found: &mut Vec<Contact>,
    ) -> Result<Option<Hit>, InputError> {
        input::scalar("distance", distance, 0.0, crate::tolerance::WORLD_LIMIT)?;
        let hit = Collide::sweep(self, sweep);
        let at = sweep.from + sweep.translation * hit.map_or(1.0, |h| h.fraction);
        let radii = sweep.shell() + distance / sweep.shape.smallest_radius();
        Collide::contacts_in_radii(self, &sweep.shape, at, radii, sweep.filter, found);
        crate::slide::drop_inner_edges(found);
        Ok(hit)
    }

    /// The triangles that meet the box `low..high`, by (body, triangle), replacing `found`.
    ///
    /// They are all that a move within the box can meet.
    ///
    /// ```
    /// # use glissando::{DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// let mut triangles = Vec::new();
    /// world.triangles_in_box(DVec3::new(0.5, -0.1, -0.1), DVec3::new(1.5, 0.1, 0.1), Filter::ALL, &mut triangles)?;
    /// assert_eq!(triangles.len(), 2); // the side at x = 1, without its neighbours
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// NaN, infinities, corners beyond [`crate::tolerance::WORLD_LIMIT`].
    pub fn triangles_in_box(
        &self,
        low: DVec3,
        high: DVec3,
        filter: Filter,
        found: &mut Vec<WorldTriangle>,
    ) -> Result<(), InputError> {
        input::position("low corner", low)?;
        input::position("high corner", high)?;
        found.clear();
        let (centre, extents) = ((low + high) * 0.5, (high - low) * 0.5);
        if extents.min_element() < 0.0 {
            return Ok(());
        }
        let path = WorldPath::new(centre, DVec3::ZERO, extents);
        self.visit_bodies(&path, filter, 1.0, |id, placed, limit| {
            let mesh = &placed.body.mesh;
            let cast = placed.box_cast(centre, extents);
            mesh.tree().cast(&cast, limit, |leaf, limit| {
                let packet = &mesh.packet(leaf);
                for lane in path::lanes(packet.lanes) {
                    let corners = packet.corners_f64(lane).map(|v| placed.body.pose.transform_point(v));
                    if triangle_meets_box(&corners, low, high) {
                        let surface = path::surface(id, placed, packet, lane);
                        found.push(WorldTriangle { corners, surface });
                    }
                }
                limit
            });
            limit
        });
        sorting::sort_by_key(found, |t| (t.surface.owner, t.surface.triangle));
        Ok(())
    }

    /// Calls `visit` for every triangle within `radii` of an ellipsoid's centre, in its own metric. Where the slots of all mobile
    /// bodies that may be so near are known, those are not looked for.
    pub(super) fn visit_contacts(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        mobile: Option<&[u32]>,
        visit: &mut dyn FnMut(Contact),
    ) {
        let space = UnitSpace::of(shape);
        let path = WorldPath::new(at, DVec3::ZERO, space.half_extents(radii));
        self.visit_asked(Asked::beside(mobile), &path, filter, 1.0, |id, placed, limit| {
            placed.touch(self.instructions, placed.now(), id, &space, (at, radii), visit);
            limit
        });
        self.touch_mobile(&space, (at, radii), mobile.unwrap_or_default(), visit);
    }
}

impl Placed {
    /// Calls `visit` for every triangle of the body, at this pose, within `radii` of a centre.
    pub(super) fn touch(
        &self,
        instructions: Instructions,
        posed: PosedRef<'_>,
        id: BodyId,
        space: &UnitSpace,
        (at, radii): (DVec3, f64),
        visit: &mut dyn FnMut(Contact),
    ) {
        let body = BodyPath::new(space, posed, at, DVec3::ZERO, radii);
        visit_candidates(instructions, &self.body.mesh, &body, 1.0, |prepared, packet, lane, limit| {
            let triangle = packet.unit_triangle(lane, &prepared.map.unit_from_mesh);
            let surface = || path::surface(id, self, packet, lane);
            if let Some(contact) = path::contact_within(space, &triangle, at, radii, surface) {
                visit(contact);
            }
            limit
        });
    }
}
