//! Handles: what a body, a character, a ball, a mover and a character's settings are called.
//!
//! A handle is a slot and how often the slot was used before. A removal makes the handle, and every copy of it, dead for
//! ever: the slot is used again under another generation. A dead handle is refused by name; a handle of another world,
//! stage or state is refused too, or names another object there, so keep them apart.

use core::fmt;

/// What all handles have in common. It cannot be implemented outside of this crate.
pub trait Handle: Copy + Eq + sealed::Parts {}

pub(crate) mod sealed {
    /// How a list makes a handle and reads one.
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
            /// The slot: a small number, to index a table of a game's own. Two that live at once never share one.
            pub const fn index(self) -> u32 {
                self.index
            }

            /// How often the slot was used before.
            pub const fn generation(self) -> u32 {
                self.generation
            }

            /// The handle as one number, for another language or a wire.
            pub const fn to_bits(self) -> u64 {
                (self.generation as u64) << 32 | self.index as u64
            }

            /// The handle with this number, dead or alive: what uses it checks that.
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
    /// What the member of a crowd at this place in its list is called where others tell of it.
    pub const fn of_member(index: u32) -> Self {
        Self { index, generation: 0 }
    }
}

/// What a surface belongs to.
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
    /// The body, if it is one.
    pub const fn body(self) -> Option<BodyId> {
        if let Self::Body(id) = self { Some(id) } else { None }
    }

    /// The character, if it is one.
    pub const fn character(self) -> Option<CharacterId> {
        if let Self::Character(id) = self { Some(id) } else { None }
    }

    /// The ball, if it is one.
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
