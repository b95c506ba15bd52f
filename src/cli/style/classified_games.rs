//! The games of the player whose style `bayeschess style classify` estimates.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::Color;

use super::judgement::{StyleEvidence, StyleJudgement};
use super::player_names::{NameMatch, PlayerNames};
use crate::cli::options::ThreadsArg;
use bayeschess::cancel::CancelFlag;
use bayeschess::learn::strength::{RecentGames, estimate_strength};
use bayeschess::model::StrengthModel;
use bayeschess::record::Game;
use bayeschess::strength::{StrengthEstimate, StrengthScale};
use bayeschess::style::{Population, Recogniser, mean_rating};

/// One game of the player, as JSON.
#[derive(Serialize)]
pub(super) struct ClassifiedGameJson {
    /// Its number in the file.
    pub(super) game: u64,
    pub(super) white: String,
    pub(super) black: String,
    /// The player's side.
    pub(super) color: &'static str,
    pub(super) games: u64,
    #[serde(flatten)]
    pub(super) opinion: StyleJudgement,
}

/// One game of the player.
pub(super) struct ClassifiedGame {
    alone: StyleEvidence,
    side: Color,
    name_match: NameMatch,
    players: [String; 2],
    /// The game with its rating scale, if the scale is known.
    scaled: Option<(StrengthScale, Box<Game>)>,
}

/// A game on a known rating scale, without ratings.
struct UnratedGame {
    alone: StyleEvidence,
    scale: StrengthScale,
    game: Box<Game>,
    side: Color,
    /// Its index among the games listed singly.
    place: usize,
}

/// All games of the player: those with a given spelling of the name, or, without such, those with a compatible one.
#[derive(Default)]
pub(super) struct ClassifiedGames {
    /// True once there is a game with a given spelling.
    is_exact: bool,
    /// Compatible spellings, with the number of games of each; empty if there are games with a given one.
    pub(super) spellings: BTreeMap<String, u64>,
    /// The evidence of all games about the style.
    pub(super) all: StyleEvidence,
    /// The games singly, if requested.
    pub(super) per_game: Vec<ClassifiedGameJson>,
    /// The rating estimated from the moves.
    pub(super) strength: Option<StrengthEstimate>,
    /// Number of games without ratings, for which the player is compared with peers of the estimated rating.
    pub(super) rated_by_moves: u64,
    recent: RecentGames,
    unrated: Vec<UnratedGame>,
}

impl ClassifiedGame {
    /// Observes a game; `None` if the player made no move in it.
    pub(super) fn of(
        game: &Game,
        names: &PlayerNames,
        recogniser: &Recogniser,
        population: Option<Population>,
    ) -> Option<Self> {
        let (side, name_match) = names.find(game)?;
        let scale = StrengthScale::of(game, side, population);
        Some(Self {
            alone: StyleEvidence::of(game, side, recogniser, population, None)?,
            side,
            name_match,
            players: [Color::White, Color::Black].map(|color| game.player(color).to_owned()),
            scaled: scale.map(|scale| (scale, Box::new(game.clone()))),
        })
    }

    /// Returns the player's name in the game.
    fn spelling(&self) -> &str {
        let [white, black] = &self.players;
        self.side.fold_wb(white, black).as_str()
    }
}

impl ClassifiedGames {
    /// Adds the `number`-th game of its file; with `per_game` it is also listed singly.
    ///
    /// The first game with a given spelling takes the place of all games with compatible ones.
    pub(super) fn add(
        &mut self,
        found: ClassifiedGame,
        number: u64,
        recogniser: &Recogniser,
        per_game: bool,
    ) {
        match found.name_match {
            NameMatch::Compatible if self.is_exact => return,
            NameMatch::Compatible => {
                let spelling = found.spelling().trim().to_owned();
                *self.spellings.entry(spelling).or_default() += 1;
            }
            NameMatch::Exact if self.is_exact => {}
            NameMatch::Exact => {
                *self = Self {
                    is_exact: true,
                    ..Self::default()
                };
            }
        }
        let ClassifiedGame { alone, side, .. } = found;
        let place = self.per_game.len();
        if per_game {
            let [white, black] = found.players;
            self.per_game.push(ClassifiedGameJson {
                game: number,
                white,
                black,
                color: side.fold_wb("white", "black"),
                games: 1,
                opinion: alone.opinion(recogniser),
            });
        }
        let Some((scale, game)) = found.scaled else {
            self.all.add(&alone);
            return;
        };
        self.recent.add(scale, (*game).clone(), side);
        // The classic recogniser does not compare with peers.
        if matches!(recogniser, Recogniser::Classic(_)) || mean_rating(&game).is_some() {
            self.all.add(&alone);
            return;
        }
        self.unrated.push(UnratedGame {
            alone,
            scale,
            game,
            side,
            place,
        });
    }

    /// Estimates the player's rating, and judges the games without ratings by it.
    pub(super) fn finish(
        &mut self,
        recogniser: &Recogniser,
        population: Option<Population>,
    ) -> anyhow::Result<()> {
        let threads = ThreadsArg::default().count();
        let model = StrengthModel::shipped()?;
        self.strength = estimate_strength(&self.recent, &model, threads, &CancelFlag::new())?;
        for unrated in std::mem::take(&mut self.unrated) {
            let rating = self.strength.and_then(|strength| {
                // Ratings of different sites are not comparable.
                let is_same =
                    strength.scale.map(|scale| scale.population) == Some(unrated.scale.population);
                u16::try_from(strength.rating).ok().filter(|_| is_same)
            });
            let UnratedGame { game, side, .. } = &unrated;
            let by_rating = rating.and_then(|rating| {
                StyleEvidence::of(game, *side, recogniser, population, Some(rating))
            });
            self.rated_by_moves += u64::from(by_rating.is_some());
            let alone = by_rating.unwrap_or(unrated.alone);
            self.all.add(&alone);
            if let Some(listed) = self.per_game.get_mut(unrated.place) {
                listed.opinion = alone.opinion(recogniser);
            }
        }
        Ok(())
    }
}
