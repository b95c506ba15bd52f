//! Loads the players that a command line names.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::bail;
use serde_json::{Value, json};

use bayeschess::arena::external::{EngineSpec, EngineTimeouts, UciClient};
use bayeschess::arena::player_spec::PlayerSpecKind;
use bayeschess::arena::rating::RatingAnchor;
use bayeschess::arena::{Entrant, EntrantKind, PlayerSpec};
use bayeschess::cancel::CancelFlag;
use bayeschess::play::time_control::ThinkingLimits;

/// The players of a match, ready to play, with the checksums of their weights.
#[derive(Debug)]
pub(in crate::cli) struct LoadedPlayers {
    pub(in crate::cli) players: Vec<Entrant>,
    pub(in crate::cli) checksums: Vec<Option<String>>,
    /// Descriptions for a journal.
    pub(in crate::cli) named: Vec<Value>,
}

impl LoadedPlayers {
    /// Loads every heuristic and starts every engine once, so that errors show before the match.
    pub(in crate::cli) fn load(
        specs: &[&PlayerSpec],
        usual: ThinkingLimits,
        patience: EngineTimeouts,
        stop: &CancelFlag,
    ) -> anyhow::Result<Self> {
        let mut line_up = Self {
            players: Vec::new(),
            checksums: Vec::new(),
            named: Vec::new(),
        };
        let mut taken = BTreeSet::new();
        for spec in specs {
            let thinking = spec.thinking_or(usual);
            let (name, kind, checksum, program) = match &spec.kind {
                PlayerSpecKind::Heuristic(heuristic) => {
                    let source = heuristic.load()?;
                    let checksum = source.checksum();
                    let kind = EntrantKind::Heuristic {
                        source,
                        settings: spec.settings(&thinking),
                    };
                    (heuristic.to_string(), kind, checksum, None)
                }
                PlayerSpecKind::Engine(engine) => {
                    let name = engine_name(engine, patience, stop)?;
                    let kind = EntrantKind::Engine(engine.clone());
                    (name, kind, None, engine.program_checksum())
                }
            };
            let name = unique_name(&mut taken, spec.name.as_deref().unwrap_or(&name));
            line_up.named.push(json!({
                "player": spec.to_string(),
                "thinking": thinking.to_string(),
                "weights": checksum,
                "program_checksum": program,
            }));
            line_up.checksums.push(checksum);
            line_up.players.push(Entrant {
                name,
                thinking,
                kind,
            });
        }
        Ok(line_up)
    }

    /// Returns the player of this name as the anchor of ratings; an error, before the games, if there is none.
    pub(in crate::cli) fn anchor(&self, name: &str, elo: f64) -> anyhow::Result<RatingAnchor> {
        let names: Vec<&str> = self
            .players
            .iter()
            .map(|player| player.name.as_str())
            .collect();
        match names.iter().position(|known| *known == name) {
            Some(player) => Ok(RatingAnchor { player, elo }),
            None => bail!(
                "--anchor {name}: there is no such player; the players are: {}",
                names.join(", ")
            ),
        }
    }
}

/// The engine's own name, or else its file name.
fn engine_name(
    engine: &EngineSpec,
    patience: EngineTimeouts,
    stop: &CancelFlag,
) -> anyhow::Result<String> {
    let client = UciClient::start(engine, patience, stop)?;
    let file = || Path::new(&engine.program).file_name()?.to_str();
    Ok(client
        .name()
        .or_else(file)
        .unwrap_or(&engine.program)
        .to_owned())
}

/// Makes the name unique by a number.
fn unique_name(taken: &mut BTreeSet<String>, name: &str) -> String {
    let mut unlike = name.to_owned();
    let mut number = 2;
    while !taken.insert(unlike.clone()) {
        unlike = format!("{name} ({number})");
        number += 1;
    }
    unlike
}
