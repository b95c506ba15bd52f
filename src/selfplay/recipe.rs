//! The recipe of a run: everything that decides what is played in game g, beside g itself.
//!
//! Two recipes with the same [`SelfplayRecipe::settings`] play the same games, so the database keys a run
//! by them; the number of games and of threads are no part of it.

use rand::RngExt as _;
use serde::Serialize;
use shakmaty::{ByColor, Color};

use crate::heuristic::design::opposed;
use crate::heuristic::{DesignedLevels, Heuristic, LevelDesign, Levels, Schema};
use crate::model::HeuristicSource;
use crate::phase::ByPhase;
use crate::record::Provenance;
use crate::rng;
use crate::search::SearchLimits;
use crate::store::{RunKind, RunSettings};
use crate::units::{Centipawns, Ply};

use super::program;
use crate::play::adjudication::{Adjudication, AdjudicationThresholds, GameFraction};
use crate::play::opening_file::OpeningFile;
use crate::play::openings::{Opening, OpeningOrder, Openings, RandomOpenings};

/// A side of the run: its name in the records and where its heuristic comes from.
#[derive(Clone, Debug)]
pub struct Contender {
    /// As the records name it.
    pub name: String,
    /// Where its heuristic comes from.
    pub source: HeuristicSource,
}

/// Who has which colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ColourAssignment {
    /// The white contender has White in every game.
    Fixed,
    /// Only in games with an even number; games 2k and 2k + 1 share their opening.
    Alternate,
}

/// Where openings come from.
#[derive(Clone, Debug)]
pub enum OpeningSource {
    /// Drawn anew for each.
    Random(RandomOpenings),
    /// A file's, in turn.
    File(OpeningFile, OpeningOrder),
}

/// Everything that decides the games of a run.
#[derive(Clone, Debug)]
pub struct SelfplayRecipe {
    /// The seed of every draw.
    pub seed: u64,
    /// The sides, by the colour that they have in game 0.
    pub contenders: ByColor<Contender>,
    /// Who has which colour.
    pub colours: ColourAssignment,
    /// How long each move is searched.
    pub limits: SearchLimits,
    /// Where openings come from.
    pub openings: OpeningSource,
    /// When games are adjudicated; none means never.
    pub adjudication: Option<AdjudicationThresholds>,
    /// The share of games in which the adjudicator's verdict is only noted.
    pub play_through: GameFraction,
    /// The longest game, opening included.
    pub max_plies: Ply,
}

impl Default for SelfplayRecipe {
    /// Returns what `bayeschess selfplay` plays unless told otherwise: the initial heuristic with
    /// White against random levels, 200 nodes a move, random openings, adjudication.
    fn default() -> Self {
        let contender = |name: &str, source| Contender {
            name: name.to_owned(),
            source,
        };
        Self {
            seed: 1,
            contenders: ByColor {
                white: contender("initial", HeuristicSource::fixed(Heuristic::initial())),
                black: contender("random", HeuristicSource::Random(Schema::classic())),
            },
            colours: ColourAssignment::Fixed,
            limits: SearchLimits::nodes(200),
            openings: OpeningSource::Random(RandomOpenings::default()),
            adjudication: Some(AdjudicationThresholds::default()),
            play_through: GameFraction::DEFAULT,
            max_plies: Ply(400),
        }
    }
}

impl SelfplayRecipe {
    /// The openings of the run.
    pub fn openings(&self) -> Openings {
        match &self.openings {
            OpeningSource::Random(rules) => Openings::random(*rules, self.seed),
            OpeningSource::File(file, order) => {
                Openings::listed(file.openings.clone(), *order, self.seed)
            }
        }
    }

    /// The opening of game `number` among `supply`.
    pub fn opening(&self, supply: &Openings, number: u32) -> Opening {
        supply.opening(self.opening_number(number))
    }

    fn opening_number(&self, number: u32) -> u64 {
        u64::from(match self.colours {
            ColourAssignment::Fixed => number,
            ColourAssignment::Alternate => number / 2,
        })
    }

    /// For each colour in game `number`: which contender has it, named by its colour in game 0.
    pub fn contenders_by_colour(&self, number: u32) -> ByColor<Color> {
        let swapped = self.colours == ColourAssignment::Alternate && number % 2 == 1;
        ByColor::new_with(|color| if swapped { !color } else { color })
    }

    /// The sides of game `number` whose levels are cases to learn from. Opposed levels are none:
    /// they say what the other side's say already.
    pub fn drawn(&self, number: u32) -> ByColor<bool> {
        self.contenders_by_colour(number)
            .map(|seat| self.contenders.get(seat).source.drawn_schema().is_some())
    }

    /// The levels that `side` uses in game `number`, and the heuristic that they make; `None` when
    /// its heuristic is fixed.
    pub fn draw(&self, number: u32, side: Color) -> Option<(ByPhase<Levels>, Heuristic)> {
        let seat = *self.contenders_by_colour(number).get(side);
        match &self.contenders.get(seat).source {
            HeuristicSource::Fixed(_) | HeuristicSource::Table { .. } => None,
            HeuristicSource::Random(schema) => {
                let purpose = side.fold_wb("levels of White", "levels of Black");
                let mut rng = rng::stream(self.seed, purpose, u64::from(number));
                let levels = ByPhase::new_with(|_| Levels::random(schema, &mut rng));
                let heuristic = Heuristic::from_levels(schema, &levels);
                Some((levels, heuristic))
            }
            HeuristicSource::Designed(trial) => {
                let levels = self.designed(trial, number, seat);
                let heuristic = trial.values.heuristic(&levels);
                Some((levels, heuristic))
            }
            HeuristicSource::Opposed => match &self.contenders.get(!seat).source {
                HeuristicSource::Designed(trial) => {
                    let levels = opposed(&self.designed(trial, number, !seat));
                    let heuristic = trial.values.heuristic(&levels);
                    Some((levels, heuristic))
                }
                _ => None,
            },
        }
    }

    /// The levels that a design draws for the contender of `seat`: one draw for each opening, or
    /// one for all.
    fn designed(&self, trial: &DesignedLevels, number: u32, seat: Color) -> ByPhase<Levels> {
        let purpose = seat.fold_wb("designed levels, first", "designed levels, second");
        let draw = if trial.sampler.design().once {
            0
        } else {
            self.opening_number(number)
        };
        let mut rng = rng::stream(self.seed, purpose, draw);
        trial.sampler.draw(&mut rng)
    }

    /// The family that levels are drawn from: all cases of a run have one length. Where none are drawn, it is that of
    /// the heuristics that play, White's first.
    pub fn schema(&self) -> &'static Schema {
        let ByColor { white, black } = self.contenders.as_ref().map(|one| &one.source);
        let of_either = |family: fn(&HeuristicSource) -> Option<&'static Schema>| {
            family(white).or_else(|| family(black))
        };
        of_either(HeuristicSource::drawn_schema)
            .or_else(|| of_either(HeuristicSource::schema))
            .unwrap_or_else(Schema::classic)
    }

    /// Whether both sides draw their levels, and from different families: such a run has no
    /// schema.
    pub fn mixes_families(&self) -> bool {
        let ByColor { white, black } = self
            .contenders
            .as_ref()
            .map(|one| one.source.drawn_schema());
        matches!((white, black), (Some(white), Some(black)) if white.name() != black.name())
    }

    /// What the adjudicator may do in game `number`.
    pub fn adjudication(&self, number: u32) -> Adjudication {
        let Some(thresholds) = self.adjudication else {
            return Adjudication::Off;
        };
        let mut rng = rng::stream(self.seed, "play through", u64::from(number));
        if rng.random::<f64>() < self.play_through.get() {
            Adjudication::Recorded(thresholds)
        } else {
            Adjudication::Enforced(thresholds)
        }
    }

    /// Returns true if games 2k and 2k + 1 are identical. They are when one heuristic plays both sides of one
    /// opening, and nothing is drawn or timed.
    pub fn plays_each_game_twice(&self) -> bool {
        let ByColor { white, black } = self
            .contenders
            .as_ref()
            .map(|contender| contender.source.heuristic());
        let same = white
            .zip(black)
            .is_some_and(|(one, other)| one.fingerprint() == other.fingerprint());
        same && self.colours == ColourAssignment::Alternate && self.limits.hard.is_none()
    }

    /// What the database keeps of the recipe and derives the run's key from.
    pub fn settings(&self) -> RunSettings {
        let schema = self.schema();
        let settings = SelfplaySettings {
            program: program::name(),
            schema: schema.described(),
            white: self.contenders.white.source.description(),
            black: self.contenders.black.source.description(),
            colours: self.colours,
            nodes: self.limits.nodes.map(|nodes| nodes.0),
            depth: self.limits.depth.map(|depth| depth.0),
            movetime_ms: self
                .limits
                .hard
                .map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            openings: self.opening_settings(),
            adjudication: self.adjudication.map(|thresholds| AdjudicationSettings {
                play_through: self.play_through,
                thresholds,
            }),
            max_plies: self.max_plies,
            design: self.design().copied(),
        };
        let fingerprints = [&self.contenders.white, &self.contenders.black]
            .into_iter()
            .filter_map(|contender| contender.source.heuristic())
            .map(|heuristic| heuristic.fingerprint());
        RunSettings {
            kind: RunKind::Selfplay,
            provenance: Provenance {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                seed: self.seed,
                models: fingerprints.collect(),
                settings: canonical(&settings),
            },
            levels: u16::try_from(schema.len()).unwrap_or(u16::MAX),
        }
    }

    /// The design of the side that has one.
    fn design(&self) -> Option<&LevelDesign> {
        [&self.contenders.white, &self.contenders.black]
            .into_iter()
            .find_map(|contender| match &contender.source {
                HeuristicSource::Designed(trial) => Some(trial.sampler.design()),
                _ => None,
            })
    }

    fn opening_settings(&self) -> OpeningSettings {
        match &self.openings {
            OpeningSource::Random(rules) => OpeningSettings::Random {
                plies: rules.plies,
                limit_cp: rules.limit,
            },
            OpeningSource::File(file, order) => OpeningSettings::File {
                checksum: file.checksum.clone(),
                plies: file.plies,
                order: *order,
            },
        }
    }
}

/// The recipe as text: keys in this order, nothing that does not matter.
#[derive(Serialize)]
struct SelfplaySettings {
    program: String,
    schema: String,
    white: String,
    black: String,
    colours: ColourAssignment,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    movetime_ms: Option<u64>,
    max_plies: Ply,
    openings: OpeningSettings,
    #[serde(skip_serializing_if = "Option::is_none")]
    adjudication: Option<AdjudicationSettings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    design: Option<LevelDesign>,
}

#[derive(Serialize)]
#[serde(tag = "source", rename_all = "snake_case")]
enum OpeningSettings {
    Random {
        plies: Ply,
        limit_cp: Centipawns,
    },
    File {
        checksum: String,
        plies: Ply,
        order: OpeningOrder,
    },
}

#[derive(Serialize)]
struct AdjudicationSettings {
    play_through: GameFraction,
    #[serde(flatten)]
    thresholds: AdjudicationThresholds,
}

fn canonical(settings: &SelfplaySettings) -> String {
    // Strings, numbers and tables of them: TOML can hold all of it.
    toml::to_string(settings).unwrap_or_else(|error| format!("# {error}\n"))
}
