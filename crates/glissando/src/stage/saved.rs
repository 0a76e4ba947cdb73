//! The file format of a stage's state: balls appear only if there are any.

use super::{Roster, StageState};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

impl Serialize for StageState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A binary format has no names, so its reader needs every field. Handles of removed balls count as balls.
        let has_balls = !serializer.is_human_readable() || self.balls != Roster::default();
        let mut fields = serializer.serialize_struct("StageState", 3 + usize::from(has_balls))?;
        fields.serialize_field("tick", &self.tick)?;
        fields.serialize_field("movers", &self.movers)?;
        fields.serialize_field("characters", &self.characters)?;
        if has_balls {
            fields.serialize_field("balls", &self.balls)?;
        } else {
            fields.skip_field("balls")?;
        }
        fields.end()
    }
}
