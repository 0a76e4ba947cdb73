//! Rollback in a plain loop: a guess of the other player's input, the true one ten ticks later, back, and again.
//!
//! The server's run, in which every input was there in time, has the same hash after every tick.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::prelude::*;
use bevy_glissando::{PathEnds, Policy};
use bevy_math::{DVec3, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

/// Ticks by which the other player's inputs are late.
const DELAY: u64 = 10;
const TICKS: u64 = 600;

struct Game {
    app: App,
    players: [Entity; 2],
}

impl Game {
    fn new() -> Result<Self> {
        let mut app = App::new();
        app.add_plugins((TimePlugin, GlissandoPlugin::default().with_hz(60.0).without_interpolation()))
            .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        // The clock starts in the first frame, which has no tick.
        app.update();
        let world = app.world_mut();
        world.spawn((Collider::cuboid(Vec3::new(20.0, 0.5, 20.0))?, Transform::from_xyz(0.0, -0.5, 0.0)));
        let lift = Mover::path(&[(0.0, DVec3::ZERO), (2.0, DVec3::Y * 2.0)], PathEnds::PingPong);
        world.spawn((
            Collider::cuboid(Vec3::new(1.5, 0.2, 1.5))?,
            Transform::from_xyz(2.0, 0.0, 0.0),
            lift.with_policy(Policy::Reverse),
        ));
        for x in 0..4 {
            let ball = Ball { radius: 0.25, ..Ball::default() };
            world.spawn((ball, Transform::from_xyz(x as f32 - 2.0, 1.0, 2.0)));
        }
        let players = [-1.5, 1.5].map(|x| {
            world.spawn((CharacterBody::default(), CharacterStart::Feet(DVec3::new(x, 0.0, 0.0)))).id()
        });
        // Everything joins the stage in the first tick: no client goes back to before that.
        app.update();
        Ok(Self { app, players })
    }

    fn tick(&mut self, inputs: [CharacterIntent; 2]) {
        for (player, input) in self.players.into_iter().zip(inputs) {
            self.app.world_mut().entity_mut(player).insert(input);
        }
        self.app.update();
    }

    fn stage(&self) -> &GlissandoStage {
        self.app.world().resource()
    }

    /// FNV-1a over the bits of all that moves.
    fn hash(&self) -> u64 {
        let state = self.stage().state();
        let characters = state.characters.iter().flat_map(|c| [c.state.position, c.state.velocity]);
        let balls = state.balls.iter().flat_map(|ball| [ball.position, ball.velocity]);
        let movers = state.movers.iter().map(|mover| mover.pose.translation);
        let numbers = characters.chain(balls).chain(movers).flat_map(|v| v.to_array());
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        numbers.flat_map(f64::to_le_bytes).fold(0xcbf2_9ce4_8422_2325, mix)
    }
}

/// What a player really pressed in a tick.
fn pressed(player: u64, tick: u64) -> CharacterIntent {
    let turns = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (0.7, 0.7)];
    let (x, z) = turns[(tick / 23 + player * 3) as usize % turns.len()];
    CharacterIntent {
        wish: Vec3::new(x, 0.0, z) * 4.0,
        jump: (tick + 31 * player).is_multiple_of(70),
        ..Default::default()
    }
}

fn main() -> Result {
    let (mut server, mut client) = (Game::new()?, Game::new()?);
    let mut hashes = Vec::new();
    // What the client has saved before each of the last ticks.
    let mut saved: Vec<GlissandoStage> = Vec::new();
    let mut repeated = 0;
    for tick in 0..TICKS + DELAY {
        if tick < TICKS {
            server.tick([pressed(0, tick), pressed(1, tick)]);
            hashes.push(server.hash());
        }
        // The input of `known` has come now; all later ones of the other player are guessed to be the same.
        let known = tick.checked_sub(DELAY);
        if let Some(known) = known {
            client.app.world_mut().resource_mut::<GlissandoStage>().restore(&saved[0]);
            saved.clear();
            for again in known..tick.min(TICKS) {
                saved.push(client.stage().clone());
                client.tick([pressed(0, again), pressed(1, known)]);
                repeated += 1;
                if again == known {
                    assert_eq!(client.hash(), hashes[known as usize], "tick {known}");
                }
            }
            saved.remove(0);
        }
        if tick < TICKS {
            saved.push(client.stage().clone());
            client.tick([pressed(0, tick), pressed(1, known.unwrap_or(0))]);
        }
    }
    println!(
        "{repeated} ticks made again; {TICKS} equal hashes, the last {:#018x}",
        hashes[hashes.len() - 1]
    );
    Ok(())
}
