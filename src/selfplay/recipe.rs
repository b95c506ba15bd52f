//! The recipe of a self-play run: everything that determines game g, except g itself.
//!
//! Two recipes with the same [`SelfplayRecipe::settings`] play the same games, so the database keys a run by them;
//! the numbers of games and threads are not part of them.

use rand::RngExt as _;
use serde::Serialize;
use shakmaty::{ByColor, Color};

use crate::heuristic::design::opposed;
use crate::heuristic::{DesignedLevels, Heuristic, LevelDesign, Levels, Schema};
use crate::model::HeuristicSource;
use crate::phase::ByPhase;
use crate::record::{Provenance, RunDraws};
use crate::rng;
use crate::search::SearchLimits;
use crate::store::{RunKind, RunSettings};
use crate::units::{Centipawns, Ply};

use super::program;
use crate::play::adjudication::{Adjudication, AdjudicationThresholds, GameFraction};
use crate::play::opening_file::OpeningFile;
use crate::play::openings::{Opening, OpeningOrder, Openings, RandomOpenings};

/// A player of the run: its name in the records and the source of its heuristic.
#[derive(Clone, Debug)]
pub struct Contender {
    /// Name in the records of games.
    pub name: String,
    /// Source of the heuristic.
    pub source: HeuristicSource,
}

/// Assignment of colours to the contenders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ColourAssignment {
    /// Contenders keep their colours in every game.
    Fixed,
    /// Contenders swap colours in every odd game; games 2k and 2k + 1 share their opening.
    Alternate,
}

/// Source of the openings.
#[derive(Clone, Debug)]
pub enum OpeningSource {
    /// Openings drawn at random.
    Random(RandomOpenings),
    /// Openings of a file, in turn.
    File(OpeningFile, OpeningOrder),
}

/// A recipe of a self-play run, which determines its games.
#[derive(Clone, Debug)]
pub struct SelfplayRecipe {
    /// Seed of all random draws.
    pub seed: u64,
    /// Contenders, by their colour in game 0.
    pub contenders: ByColor<Contender>,
    /// Assignment of colours to the contenders.
    pub colours: ColourAssignment,
    /// Limits of the search for each move.
    pub limits: SearchLimits,
    /// Source of the openings.
    pub openings: OpeningSource,
    /// Thresholds of adjudication; `None` for no adjudication.
    pub adjudication: Option<AdjudicationThresholds>,
    /// Share of games in which the adjudicator's verdict is only recorded.
    pub play_through: GameFraction,
    /// Maximum length of a game in plies, opening included.
    pub max_plies: Ply,
}

impl Default for SelfplayRecipe {
    /// Returns the default recipe of `bayeschess selfplay`: the initial heuristic with White against random levels,
    /// 200 nodes per move, random openings, adjudication.
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
    /// Returns the openings of the run.
    pub fn openings(&self) -> Openings {
        match &self.openings {
            OpeningSource::Random(rules) => Openings::random(*rules, self.seed),
            OpeningSource::File(file, order) => {
                Openings::listed(file.openings.clone(), *order, self.seed)
            }
        }
    }

    /// Returns the opening of game `number` from `supply`.
    pub fn opening(&self, supply: &Openings, number: u32) -> Opening {
        supply.opening(self.opening_number(number))
    }

    fn opening_number(&self, number: u32) -> u64 {
        u64::from(match self.colours {
            ColourAssignment::Fixed => number,
            ColourAssignment::Alternate => number / 2,
        })
    }

    /// Returns the contender that has each colour in game `number`; contenders are named by their colour in game 0.
    pub fn contenders_by_colour(&self, number: u32) -> ByColor<Color> {
        let swapped = self.colours == ColourAssignment::Alternate && number % 2 == 1;
        ByColor::new_with(|color| if swapped { !color } else { color })
    }

    /// Returns true for the sides of game `number` whose levels are cases to learn from. Opposed levels are excluded:
    /// they only mirror those of the other side.
    pub fn drawn(&self, number: u32) -> ByColor<bool> {
        self.contenders_by_colour(number)
            .map(|seat| self.contenders.get(seat).source.drawn_schema().is_some())
    }

    /// Returns the levels of `side` in game `number` and the heuristic that they give; `None` if its heuristic is
    /// fixed.
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

    /// Returns the levels that a design draws for the contender `seat`: one draw for each opening, or one for all.
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

    /// Returns the schema that levels are drawn from, which is the same for all cases of a run. If none are drawn, it
    /// is that of the heuristics that play, White's first.
    pub fn schema(&self) -> &'static Schema {
        let ByColor { white, black } = self.contenders.as_ref().map(|one| &one.source);
        let of_either = |family: fn(&HeuristicSource) -> Option<&'static Schema>| {
            family(white).or_else(|| family(black))
        };
        of_either(HeuristicSource::drawn_schema)
            .or_else(|| of_either(HeuristicSource::schema))
            .unwrap_or_else(Schema::classic)
    }

    /// Returns true if both sides draw their levels from different families: such a run has no schema.
    pub fn mixes_families(&self) -> bool {
        let ByColor { white, black } = self
            .contenders
            .as_ref()
            .map(|one| one.source.drawn_schema());
        matches!((white, black), (Some(white), Some(black)) if white.name() != black.name())
    }

    /// Returns the rules of adjudication in game `number`.
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

    /// Returns the settings that the database stores and derives the run's key from.
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
            draws: Some(RunDraws {
                schema: Some(schema.described()),
                white: self.contenders.white.source.draw(),
                black: self.contenders.black.source.draw(),
            }),
        }
    }

    /// Returns the design by which levels are drawn; `None` if neither side has one.
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

/// The recipe as text: keys in fixed order, only those that affect the games.
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
    // Strings, numbers and tables of them can always be written as TOML.
    toml::to_string(settings).unwrap_or_else(|error| format!("# {error}\n"))
}
