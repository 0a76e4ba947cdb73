//! World queries: down the tree over bodies, down each body's tree, eight triangles at a time.
//!
//! `f32` only decides which triangles to skip; every result is computed in `f64` and is the least (fraction, body,
//! triangle), so it does not depend on the order of the visit.

use super::World;
use super::body::Placed;
use super::path::{self, Best, BodyPath, Counts};
use super::ray::{RaySearch, Wanted};
use super::ray_hits::OnSegment;
use super::top::Asked;
use super::world_path::WorldPath;
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::Shape;
use crate::handle::BodyId;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::sorting;
use crate::sweep::unit_space::UnitSpace;
use crate::tolerance;
use crate::traction::Traction;
use alloc::vec::Vec;

impl World {
    /// Calls `visit` for every body that `filter` accepts, if the moving box may meet its box.
    pub(super) fn visit_bodies(
        &self,
        path: &WorldPath,
        filter: Filter,
        limit: f64,
        visit: impl FnMut(BodyId, &Placed, f64) -> f64,
    ) {
        self.visit_asked(Asked::All, path, filter, limit, visit);
    }

    /// The same for some of the bodies.
    #[inline(always)]
    pub(super) fn visit_asked(
        &self,
        asked: Asked,
        path: &WorldPath,
        filter: Filter,
        limit: f64,
        mut visit: impl FnMut(BodyId, &Placed, f64) -> f64,
    ) {
        self.top.cast(asked, path, limit, &mut |slot, limit| {
            let entry = &self.slots[slot as usize];
            match &entry.placed {
                Some(placed) if filter.accepts(placed.body.layers) => {
                    visit(BodyId { index: slot, generation: entry.generation }, placed, limit)
                }
                _ => limit,
            }
        });
    }

    /// The nearest triangle on the segment from `from` to `from + translation`, in metres, world space.
    ///
    /// Rays do not leak: a ray through a shared edge or corner of a mesh hits a neighbour. The reported `normal` is the
    /// triangle's, on the ray's side. A one-sided triangle is hit from its front only. A mesh is hollow: a ray that starts inside a
    /// closed one hits its surface from within. A ray in the plane of a triangle, or of no length,
    /// does not hit it, its rim included: use a sweep along a floor. The thinnest body that can be swept has a radius
    /// of 1e-4 m ([`tolerance::RADIUS_RANGE`]).
    ///
    /// ```
    /// # use glissando::{DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// let hit = world.ray(DVec3::X * -5.0, DVec3::X * 10.0, Filter::ALL)?.expect("the cube is in the way");
    /// assert_eq!((hit.distance, hit.fraction, hit.normal), (4.0, 0.4, -DVec3::X));
    /// assert_eq!(hit.surface.body(), Some(body));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// NaN, infinities and lengths beyond [`tolerance::WORLD_LIMIT`].
    #[doc(alias = "raycast")]
    pub fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Result<Option<Hit>, InputError> {
        input::position("from", from)?;
        input::vector("translation", translation, tolerance::WORLD_LIMIT)?;
        Ok(Collide::ray(self, from, translation, filter))
    }

    /// Whether a surface crosses the segment `from..to`: line of sight, shadows. Cheaper than [`World::ray`].
    ///
    /// ```
    /// # use glissando::{DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// assert!(world.is_blocked_between(DVec3::X * -5.0, DVec3::X * 5.0, Filter::ALL)?);
    /// assert!(!world.is_blocked_between(DVec3::X * -5.0, DVec3::X * -2.0, Filter::ALL)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`World::ray`].
    #[doc(alias = "line of sight")]
    pub fn is_blocked_between(&self, from: DVec3, to: DVec3, filter: Filter) -> Result<bool, InputError> {
        input::position("from", from)?;
        input::position("to", to)?;
        Ok(self.any_on_segment(from, to, filter))
    }

    /// [`World::is_blocked_between`] for many segments: `answers[i]` for `segments[i]`, replacing the old content.
    ///
    /// ```
    /// # use glissando::{DVec3, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// let (guard, players) = (DVec3::X * -5.0, [DVec3::X * 5.0, DVec3::Y * 5.0]);
    /// let segments = players.map(|player| (guard, player));
    /// let mut blocked = Vec::new();
    /// world.are_blocked_between(&segments, Filter::ALL, &mut blocked)?;
    /// assert_eq!(blocked, [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first segment that is refused; `answers` is then empty.
    pub fn are_blocked_between(
        &self,
        segments: &[(DVec3, DVec3)],
        filter: Filter,
        answers: &mut Vec<bool>,
    ) -> Result<(), InputError> {
        answers.clear();
        for &(from, to) in segments {
            match self.is_blocked_between(from, to, filter) {
                Ok(answer) => answers.push(answer),
                Err(error) => {
                    answers.clear();
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// The first hit of a moving body; `None` if it can make the whole move.
    ///
    /// If it touches or overlaps a surface at the start: moving into the surface hits at fraction 0, leaving it or
    /// passing along it does not. That hit need not be the deepest overlap, which [`World::overlap`] finds. Every triangle counts by
    /// itself: a body that overlaps a floor and passes along it meets the floor's next triangle at the edge between them
    /// ([`slide`](crate::slide::slide()) moves it out of the floor first). A mesh is hollow: a body inside a closed one meets its
    /// surface from within.
    ///
    /// ```
    /// # use glissando::{DVec3, Shape, Mesh, MeshOptions, Soup, Sweep, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// let person = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4))?;
    /// let displacement = DVec3::X * 10.0;
    /// let hit = world.sweep(&Sweep::new(person, DVec3::X * -5.0, displacement)?).expect("the cube is in the way");
    /// assert!((hit.distance - 3.6).abs() < 1e-9);
    /// // A sweep that starts beside the cube and leaves it hits nothing.
    /// assert!(world.sweep(&Sweep::new(person, DVec3::X * 1.4, displacement)?).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "shape_cast")]
    #[doc(alias = "cast_move")]
    pub fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        Collide::sweep(self, sweep)
    }

    /// Every triangle within `distance` metres of a resting body, by (body, triangle), replacing `found`.
    ///
    /// Distance is measured as for [`Sweep::with_skin`]. Inner edges are included; see
    /// [`crate::slide::drop_inner_edges`].
    ///
    /// ```
    /// # use glissando::{DVec3, Shape, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// let (ball, mut contacts) = (Shape::sphere(0.5)?, Vec::new());
    /// world.contacts(&ball, DVec3::X * 1.6, 0.2, Filter::ALL, &mut contacts)?;
    /// assert_eq!(contacts.len(), 2); // the two triangles of one side
    /// assert!((contacts[0].gap() - 0.1).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// NaN, infinities, a negative distance, positions beyond [`tolerance::WORLD_LIMIT`].
    pub fn contacts(
        &self,
        shape: &Shape,
        at: DVec3,
        distance: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) -> Result<(), InputError> {
        input::position("at", at)?;
        input::scalar("distance", distance, 0.0, tolerance::WORLD_LIMIT)?;
        let radii = 1.0 + distance / shape.smallest_radius();
        Collide::contacts_in_radii(self, shape, at, radii, filter, found);
        sorting::sort_by_key(found, |c| (c.surface.owner, c.surface.triangle));
        Ok(())
    }

    /// The first hit on a surface that `counts` accepts. Where the slots of all mobile bodies that may be hit are known, those are
    /// not looked for.
    pub(super) fn first_touch(
        &self,
        sweep: &Sweep,
        counts: Counts<'_>,
        mobile: Option<&[u32]>,
    ) -> Option<Hit> {
        let space = UnitSpace::of(&sweep.shape);
        let shell = sweep.shell();
        let path = WorldPath::new(sweep.from, sweep.translation, space.half_extents(shell));
        let mut best: Option<Best> = None;
        self.visit_asked(Asked::beside(mobile), &path, sweep.filter, 1.0, |id, placed, limit| {
            let body = BodyPath::new(&space, placed.now(), sweep.from, sweep.translation, shell);
            body.sweep(self.instructions, (id, placed), limit, counts, &mut best)
        });
        self.sweep_mobile(&space, sweep, mobile.unwrap_or_default(), &mut best);
        best.map(|b| path::world_hit(&space, &b, sweep.from, sweep.translation))
    }

    /// The nearest triangle on a segment, of those that `counts` accepts.
    pub(super) fn nearest_on_segment(
        &self,
        from: DVec3,
        translation: DVec3,
        filter: Filter,
        counts: Counts<'_>,
    ) -> Option<Hit> {
        let mut search = RaySearch::new(from, translation, Wanted::Nearest(counts));
        self.cast_ray(&mut search, (from, translation), filter);
        search.hit()
    }

    fn any_on_segment(&self, from: DVec3, to: DVec3, filter: Filter) -> bool {
        let mut search = RaySearch::new(from, to - from, Wanted::Any);
        self.cast_ray(&mut search, (from, to - from), filter);
        search.limit < 0.0
    }

    /// The hits on all triangles on a segment, in any order.
    pub(super) fn all_on_segment(
        &self,
        from: DVec3,
        translation: DVec3,
        filter: Filter,
        hits: &mut Vec<Hit>,
    ) {
        let path = WorldPath::new(from, translation, DVec3::ZERO);
        self.visit_bodies(&path, filter, 1.0, |id, placed, limit| {
            let (body, segment) = ((id, placed), (from, translation));
            self.instructions.run(OnSegment { body, segment, hits: &mut *hits });
            limit
        });
    }

    fn cast_ray(&self, search: &mut RaySearch<'_>, (from, translation): (DVec3, DVec3), filter: Filter) {
        let path = WorldPath::new(from, translation, DVec3::ZERO);
        self.visit_bodies(&path, filter, 1.0, |id, placed, _| search.visit(self.instructions, (id, placed)));
    }
}

impl Collide for World {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        self.first_touch(sweep, None, None)
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        found.clear();
        self.visit_contacts(shape, at, radii, filter, None, &mut |contact| found.push(contact));
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        World::surface_velocity(self, surface, at)
    }

    fn traction(&self, surface: &Surface) -> Traction {
        self.traction(surface)
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        self.nearest_on_segment(from, translation, filter, None)
    }
}
