//! The report of a tick in the words of the game: handles become entities.

use crate::GlissandoStage;
use crate::event::StageMessage as M;
use crate::event::*;
use bevy_ecs::prelude::*;
use glissando::EventKind;
use glissando::balls::{Impact, Other};
use glissando::collide::Surface;
use glissando::crowd::Meeting;
use glissando::stage::{Outcome, StageEvent, StageEventKind, TickReport};
use glissando::trigger::TriggerEventKind;

/// Appends the messages of a tick that was just made.
pub(crate) fn write_messages(stage: &mut GlissandoStage, report: &TickReport, messages: &mut Vec<M>) {
    let changed = outcomes(stage, report, messages);
    messages.extend(report.events.iter().filter_map(|event| message(stage, event, &changed)));
    messages.extend(report.impacts.iter().filter_map(|impact| ball_hit(stage, impact)));
}

/// The characters whose outcome is another than in the last tick, in order; appends the messages of those carried and pushed.
fn outcomes(stage: &mut GlissandoStage, report: &TickReport, messages: &mut Vec<M>) -> Vec<Entity> {
    let mut changed = Vec::new();
    for (place, now) in report.characters.iter().enumerate() {
        let Some(actor) = stage.state.characters.as_slice().get(place) else { continue };
        let Some(entity) = stage.state.characters.id(place).and_then(|id| stage.entity(id.into())) else {
            continue;
        };
        let (position, velocity) = (actor.state.position.into(), actor.state.velocity.into());
        let (support, moved, time) = (stage.support(actor), now.moved.into(), 0.0);
        let Some(link) = stage.characters.get_mut(entity) else { continue };
        if link.outcome == now.outcome {
            continue;
        }
        link.outcome = now.outcome;
        changed.push(entity);
        match now.outcome {
            Outcome::Carried => {
                messages.push(M::Carried(Carried {
                    entity,
                    other: support,
                    time,
                    position,
                    velocity,
                    moved,
                }));
            }
            Outcome::Pushed => {
                messages.push(M::Pushed(Pushed { entity, other: None, time, position, velocity, moved }));
            }
            Outcome::Crushed | Outcome::Blocked | Outcome::Unaffected => {}
        }
    }
    changed.sort_unstable();
    changed
}

fn message(stage: &GlissandoStage, event: &StageEvent, changed: &[Entity]) -> Option<M> {
    let entity = stage.entity(event.character.into())?;
    let (time, position, velocity) = (event.time, event.position.into(), event.velocity.into());
    let entity_of = |owner| stage.entity(owner);
    Some(match event.kind {
        StageEventKind::Own(kind) => return own(stage, event, entity, kind),
        StageEventKind::TouchBegan { owner, speed, load } => {
            let other = entity_of(owner);
            M::TouchBegan(TouchBegan { entity, other, time, position, velocity, speed, load })
        }
        StageEventKind::TouchEnded { owner } => {
            M::TouchEnded(TouchEnded { entity, other: entity_of(owner), time, position, velocity })
        }
        StageEventKind::Trigger { trigger, kind } => {
            let other = stage.trigger_entity(trigger);
            match kind {
                TriggerEventKind::Entered => M::Entered(Entered { entity, other, time, position, velocity }),
                TriggerEventKind::Crossed { from_front } => {
                    M::Crossed(Crossed { entity, other, time, position, velocity, from_front })
                }
                TriggerEventKind::Left => M::Left(Left { entity, other, time, position, velocity }),
            }
        }
        StageEventKind::Met(Meeting::PushedBy { other }) => {
            let other = entity_of(other.into());
            M::PushedBy(PushedBy { entity, other, time, position, velocity })
        }
        StageEventKind::Met(Meeting::Overlaps { other, depth }) => {
            let other = entity_of(other.into());
            M::Overlapping(Overlapping { entity, other, time, position, velocity, depth })
        }
        StageEventKind::HitByBall { ball, impulse, speed } => {
            let other = entity_of(ball.into());
            M::HitByBall(HitByBall { entity, other, time, position, velocity, impulse, speed })
        }
        StageEventKind::Squeezed { is_crushed, by, against } => {
            changed.binary_search(&entity).ok()?;
            let (other, against) = (by.and_then(entity_of), against.and_then(entity_of));
            if is_crushed {
                M::Crushed(Crushed { entity, other, time, position, velocity, against })
            } else {
                M::Blocked(Blocked { entity, other, time, position, velocity, against })
            }
        }
        // A touch at the end of a tick is told when it begins and ends.
        _ => return None,
    })
}

fn own(stage: &GlissandoStage, event: &StageEvent, entity: Entity, kind: EventKind) -> Option<M> {
    let (time, position, velocity) = (event.time, event.position.into(), event.velocity.into());
    let of = |surface: Surface| (stage.entity(surface.owner), surface.material);
    Some(match kind {
        EventKind::Landed { speed, energy_per_mass, normal, surface } => {
            let ((other, material), normal) = (of(surface), normal.into());
            M::Landed(Landed {
                entity,
                other,
                time,
                position,
                velocity,
                speed,
                energy_per_mass,
                normal,
                material,
            })
        }
        EventKind::LeftGround => M::LeftGround(LeftGround { entity, other: None, time, position, velocity }),
        EventKind::Jumped => M::Jumped(Jumped { entity, other: None, time, position, velocity }),
        EventKind::HitWall { speed, normal, surface } => {
            let ((other, material), normal) = (of(surface), normal.into());
            M::HitWall(HitWall { entity, other, time, position, velocity, speed, normal, material })
        }
        EventKind::HitCeiling { speed, normal, surface } => {
            let ((other, material), normal) = (of(surface), normal.into());
            M::HitCeiling(HitCeiling { entity, other, time, position, velocity, speed, normal, material })
        }
        EventKind::SteppedUp { height, surface } => {
            let (other, _) = of(surface);
            M::SteppedUp(SteppedUp { entity, other, time, position, velocity, height })
        }
        EventKind::PushedOut { distance, surface } => {
            let (other, _) = of(surface);
            M::PushedOut(PushedOut { entity, other, time, position, velocity, distance })
        }
        EventKind::Recovered { distance, to_safe_position } => M::Recovered(Recovered {
            entity,
            other: None,
            time,
            position,
            velocity,
            distance,
            to_safe_position,
        }),
        EventKind::Stuck { depth } => {
            M::Stuck(Stuck { entity, other: None, time, position, velocity, depth })
        }
        _ => return None,
    })
}

fn ball_hit(stage: &GlissandoStage, impact: &Impact) -> Option<M> {
    let balls = &stage.state.balls;
    let ball = |place: usize| balls.id(place).and_then(|id| stage.entity(id.into()));
    let other = match impact.other {
        Other::Ball(place) => ball(place),
        Other::Surface(surface) => stage.entity(surface.owner),
        Other::Character(place) => {
            stage.state.characters.id(place as usize).and_then(|id| stage.entity(id.into()))
        }
        _ => None,
    };
    Some(M::BallHit(BallHit {
        entity: ball(impact.ball)?,
        other,
        time: impact.time,
        position: impact.point.into(),
        velocity: balls.as_slice().get(impact.ball)?.velocity.into(),
        normal: impact.normal.into(),
        impulse: impact.impulse,
        speed: impact.approach,
    }))
}
