//! Handles of bodies, characters, balls, triggers, movers and settings.
//!
//! A handle is a slot and the number of its earlier uses. Removing an entry makes its handle, and every copy of it,
//! dead for ever: the slot is used again under another generation. A dead handle is refused with an error that
//! contains it. A handle of another world, stage or state is refused too, or is the handle of another entry there, so
//! keep them apart.

use core::fmt;

/// The common trait of all handles. It cannot be implemented outside of this crate.
pub trait Handle: Copy + Eq + sealed::Parts {}

pub(crate) mod sealed {
    /// Makes a handle and reads its parts.
    pub trait Parts {
        fn of(index: u32, generation: u32) -> Self;
        fn parts(&self) -> (u32, u32);
    }
}

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $kind:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name {
            pub(crate) index: u32,
            pub(crate) generation: u32,
        }

        impl $name {
            /// The slot: a small number, to index a table of the game. No two live handles share one.
            pub const fn index(self) -> u32 {
                self.index
            }

            /// The number of earlier uses of the slot.
            pub const fn generation(self) -> u32 {
                self.generation
            }

            /// The handle as one number, for another language or the network.
            pub const fn to_bits(self) -> u64 {
                (self.generation as u64) << 32 | self.index as u64
            }

            /// The handle with this number, dead or alive: its use checks that.
            pub const fn from_bits(bits: u64) -> Self {
                Self { index: bits as u32, generation: (bits >> 32) as u32 }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($kind, " {}"), self.index)?;
                if self.generation > 0 { write!(f, " (generation {})", self.generation) } else { Ok(()) }
            }
        }

        impl sealed::Parts for $name {
            fn of(index: u32, generation: u32) -> Self {
                Self { index, generation }
            }

            fn parts(&self) -> (u32, u32) {
                (self.index, self.generation)
            }
        }

        impl Handle for $name {}
    };
}

handle! {
    /// The handle of a body in a [`World`](crate::World).
    BodyId, "body"
}

handle! {
    /// The handle of a character in a [`StageState`](crate::stage::StageState), or of the member of a
    /// [`crowd`](crate::crowd) at that place in its list.
    CharacterId, "character"
}

handle! {
    /// The handle of a ball in a [`StageState`](crate::stage::StageState).
    BallId, "ball"
}

handle! {
    /// The handle of a trigger in [`Triggers`](crate::trigger::Triggers).
    TriggerId, "trigger"
}

handle! {
    /// The handle of a mover on a [`Stage`](crate::stage::Stage). A slot is not used again.
    MoverId, "mover"
}

handle! {
    /// The handle of a character's settings on a [`Stage`](crate::stage::Stage).
    ConfigId, "settings"
}

impl CharacterId {
    /// The handle of the member of a crowd at this index, as used in the reports of others.
    pub const fn of_member(index: u32) -> Self {
        Self { index, generation: 0 }
    }
}

/// The owner of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Owner {
    /// A body of the world.
    Body(BodyId),
    /// Another character of a crowd or a stage.
    Character(CharacterId),
    /// A ball of a stage.
    Ball(BallId),
}

impl Owner {
    /// The handle of the body; `None` for other owners.
    pub const fn body(self) -> Option<BodyId> {
        if let Self::Body(id) = self { Some(id) } else { None }
    }

    /// The handle of the character; `None` for other owners.
    pub const fn character(self) -> Option<CharacterId> {
        if let Self::Character(id) = self { Some(id) } else { None }
    }

    /// The handle of the ball; `None` for other owners.
    pub const fn ball(self) -> Option<BallId> {
        if let Self::Ball(id) = self { Some(id) } else { None }
    }
}

impl From<BodyId> for Owner {
    fn from(id: BodyId) -> Self {
        Self::Body(id)
    }
}

impl From<CharacterId> for Owner {
    fn from(id: CharacterId) -> Self {
        Self::Character(id)
    }
}

impl From<BallId> for Owner {
    fn from(id: BallId) -> Self {
        Self::Ball(id)
    }
}

impl PartialEq<BodyId> for Owner {
    fn eq(&self, id: &BodyId) -> bool {
        self.body() == Some(*id)
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Body(id) => id.fmt(f),
            Self::Character(id) => id.fmt(f),
            Self::Ball(id) => id.fmt(f),
        }
    }
}
