//! Events: each as a message for readers, and as an observer's event on the character and on what it met.

use bevy_ecs::prelude::*;
use bevy_ecs::world::World;
use bevy_math::DVec3;
use bevy_reflect::prelude::*;

/// The same event on the other side: on the platform that was landed on, the trigger that was entered, the ball that hit.
///
/// `entity` is that other entity, `event.entity` the character.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct Received<E: Send + Sync + 'static> {
    /// The entity that was met; observers on it are called.
    pub entity: Entity,
    /// The event as the character has it.
    pub event: E,
}

macro_rules! events {
    ($($(#[$doc:meta])* $Name:ident { $($(#[$field_doc:meta])* $field:ident: $Type:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(EntityEvent, Reflect, Clone, Copy, Debug, PartialEq)]
            #[reflect(Debug, Clone, PartialEq)]
            pub struct $Name {
                /// The character, or the ball, to which it happened; observers on it are called.
                pub entity: Entity,
                /// What it met: the collider, trigger, character or ball. [`Received`] is its side of the event.
                pub other: Option<Entity>,
                /// Seconds since the start of the tick.
                pub time: f64,
                /// Its centre at that time, metres, in the world.
                pub position: DVec3,
                /// Its velocity before the event changed it, m/s.
                pub velocity: DVec3,
                $($(#[$field_doc])* pub $field: $Type,)*
            }
        )*

        /// All events of the stage, for a `MessageReader`: tick by tick in order of time, at one time in the order of the
        /// characters on the stage; `Carried` and `Pushed` come first, `BallHit` last.
        #[derive(Message, Reflect, Clone, Copy, Debug, PartialEq)]
        #[reflect(Debug, Clone, PartialEq)]
        pub enum StageMessage {
            $($(#[$doc])* $Name($Name),)*
        }

        impl StageMessage {
            /// The name of the event: `"Landed"`.
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$Name(_) => stringify!($Name),)* }
            }

            /// The character or ball to which it happened.
            pub const fn entity(&self) -> Entity {
                match self { $(Self::$Name(event) => event.entity,)* }
            }

            /// What it met.
            pub const fn other(&self) -> Option<Entity> {
                match self { $(Self::$Name(event) => event.other,)* }
            }

            /// Seconds since the start of the tick.
            pub const fn time(&self) -> f64 {
                match self { $(Self::$Name(event) => event.time,)* }
            }

            /// Calls the observers of both sides.
            pub(crate) fn trigger(&self, world: &mut World) {
                match *self {
                    $(Self::$Name(event) => {
                        world.trigger(event);
                        // An observer may just have despawned it.
                        if let Some(entity) = event.other.filter(|other| world.get_entity(*other).is_ok()) {
                            world.trigger(Received { entity, event });
                        }
                    })*
                }
            }
        }

        pub(crate) fn register(app: &mut bevy_app::App) {
            app.add_message::<StageMessage>().register_type::<StageMessage>();
            $(app.register_type::<$Name>();)*
        }
    };
}

events! {
    /// A character came down on ground that can be stood on. Not emitted for one that is placed there at rest.
    Landed {
        /// Speed into the ground, along its normal, m/s.
        speed: f64,
        /// Half the square of `speed`: the energy of the impact per kilogram, J/kg.
        energy_per_mass: f64,
        /// Unit normal of the contact.
        normal: DVec3,
        /// Material of the triangle.
        material: u16,
    }
    /// A character walked or slid off the ground; not emitted for jumps.
    LeftGround {}
    /// A character jumped.
    Jumped {}
    /// A character ran into a surface too steep to walk on. Once per wall, not every tick.
    HitWall {
        /// Speed into the wall, m/s.
        speed: f64,
        /// Unit normal of the contact.
        normal: DVec3,
        /// Material of the triangle.
        material: u16,
    }
    /// A character hit a surface overhead. Once per touch.
    HitCeiling {
        /// Speed into the ceiling, m/s.
        speed: f64,
        /// Unit normal of the contact.
        normal: DVec3,
        /// Material of the triangle.
        material: u16,
    }
    /// A character stepped up on a ledge.
    SteppedUp {
        /// Height gained, metres.
        height: f64,
    }
    /// A character overlapped soft obstacles at the start of the tick, and was pushed out of them, fully or partly.
    PushedOut {
        /// Distance moved, metres.
        distance: f64,
    }
    /// A character overlapped a surface at the start of the tick, and came out.
    Recovered {
        /// Distance moved, metres.
        distance: f64,
        /// Whether it went back to the last safe position.
        to_safe_position: bool,
    }
    /// A character overlaps a surface and could not come out; it does not move. Every tick.
    Stuck {
        /// Depth, metres along the deepest contact's normal.
        depth: f64,
    }
    /// A character touches something that it did not touch in the last tick.
    TouchBegan {
        /// Speed into it, along the contact's normal, m/s.
        speed: f64,
        /// Impulse per mass that it gave in this tick, m/s.
        load: f64,
    }
    /// A character no longer touches something.
    TouchEnded {}
    /// A character entered a trigger.
    Entered {}
    /// The centre of a character passed through the triangles of a trigger by [`TriggerRule::Surface`](crate::TriggerRule).
    Crossed {
        /// Whether from the front (counter-clockwise) to the back.
        from_front: bool,
    }
    /// A character left a trigger.
    Left {}
    /// A character is carried by its support, and was not in the last tick.
    Carried {
        /// The way of this tick, metres.
        moved: DVec3,
    }
    /// A character is pushed by an approaching surface, and was not in the last tick.
    Pushed {
        /// The way of this tick, metres.
        moved: DVec3,
    }
    /// A character is squeezed and the mover yields, and was not in the last tick. `other` is what pushes.
    Blocked {
        /// What holds against it.
        against: Option<Entity>,
    }
    /// A character is squeezed by what does not yield, and was not in the last tick. `other` is what pushes.
    Crushed {
        /// What holds against it.
        against: Option<Entity>,
    }
    /// A character is pushed by another. Every tick.
    PushedBy {}
    /// A character overlaps another, having been placed so; they part at a walking pace. Every tick.
    Overlapping {
        /// Depth, metres.
        depth: f64,
    }
    /// A flying ball, `other`, hit a character.
    HitByBall {
        /// The impulse exchanged, N s.
        impulse: f64,
        /// Speed of approach along the normal, m/s.
        speed: f64,
    }
    /// A ball bounced off a collider, a character or another ball; `velocity` is that at the end of the tick.
    BallHit {
        /// Unit, towards the ball.
        normal: DVec3,
        /// The impulse along the normal, N s.
        impulse: f64,
        /// Speed of approach along the normal, m/s.
        speed: f64,
    }
}
