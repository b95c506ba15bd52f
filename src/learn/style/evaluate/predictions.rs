//! The predictions of a recogniser for each player, from single games and from several games together.

use rand::RngExt as _;

use super::LabelledPlayer;
use crate::rng;
use crate::style::habits::HabitShares;
use crate::style::{HabitRecogniser, Posterior, STAGES, SignValues, Style};

/// Number of random draws of a player's games.
const DRAWS: usize = 100;

/// Number of games from which a player is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesPerPlayer {
    /// A number of games drawn at random; for 1, each game of the player in turn.
    Games(usize),
    /// All games of the player.
    All,
}

impl GamesPerPlayer {
    /// Numbers of games that are measured.
    pub const MEASURED: [Self; 5] = [
        Self::Games(1),
        Self::Games(5),
        Self::Games(20),
        Self::Games(100),
        Self::All,
    ];

    /// Returns the name in tables.
    pub fn name(self) -> String {
        match self {
            Self::Games(1) => "game".to_owned(),
            Self::Games(games) => games.to_string(),
            Self::All => "all".to_owned(),
        }
    }
}

/// One prediction of a player's style.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StylePrediction {
    /// Score, rising from defensive to attacking.
    pub score: f64,
    /// Probability of each style, in the order of [`Style::ALL`].
    pub posterior: [f64; 3],
}

impl StylePrediction {
    /// Creates a prediction.
    pub fn new(score: f64, posterior: &Posterior) -> Self {
        Self {
            score,
            posterior: Style::ALL.map(|style| posterior.of(style)),
        }
    }
}

/// The predictions for each player, in the order of the labels.
#[derive(Clone, Debug)]
pub struct StylePredictions {
    /// Number of games behind each prediction.
    pub level: GamesPerPlayer,
    /// True styles of the players.
    pub styles: Vec<Style>,
    /// Predictions for each player.
    pub players: Vec<Vec<StylePrediction>>,
}

impl StylePredictions {
    /// Creates an empty set of predictions.
    pub fn new(level: GamesPerPlayer, gathered: &[LabelledPlayer]) -> Self {
        Self {
            level,
            styles: gathered.iter().map(|player| player.label.style).collect(),
            players: vec![Vec::new(); gathered.len()],
        }
    }
}

/// Predictions for games in progress, by the number of own moves seen.
pub type ProgressPredictions = Vec<(u32, StylePredictions)>;

/// The games drawn for each player, the same for every recogniser.
#[derive(Debug)]
pub(super) struct SampledGames {
    /// Games of each prediction, by level and player.
    games: Vec<Vec<Vec<Vec<usize>>>>,
}

impl SampledGames {
    pub(super) fn new(gathered: &[LabelledPlayer], seed: u64) -> Self {
        let games = GamesPerPlayer::MEASURED.map(|level| {
            (0_u64..)
                .zip(gathered)
                .map(|(number, player)| {
                    let all = player.games.len();
                    match level {
                        GamesPerPlayer::Games(1) => (0..all).map(|game| vec![game]).collect(),
                        GamesPerPlayer::All => vec![(0..all).collect()],
                        GamesPerPlayer::Games(some) => {
                            let purpose = format!("{some} games of a player");
                            let mut draw = rng::stream(seed, &purpose, number);
                            let mut one = || (0..some).map(|_| draw.random_range(0..all)).collect();
                            (0..DRAWS).map(|_| one()).collect()
                        }
                    }
                })
                .collect()
        });
        Self {
            games: games.to_vec(),
        }
    }

    pub(super) fn cases(gathered: &[LabelledPlayer]) -> Vec<StylePredictions> {
        GamesPerPlayer::MEASURED
            .iter()
            .map(|level| StylePredictions::new(*level, gathered))
            .collect()
    }

    /// Sets the predictions for one player, which `judge` makes from each draw of games.
    pub(super) fn fill(
        &self,
        cases: &mut [StylePredictions],
        player: usize,
        judge: impl Fn(&[usize]) -> StylePrediction,
    ) {
        for (cases, games) in cases.iter_mut().zip(&self.games) {
            cases.players[player] = games[player].iter().map(|games| judge(games)).collect();
        }
    }
}

/// Adds the predictions for one player's games in progress.
pub(super) fn in_progress(
    progress: &mut ProgressPredictions,
    place: usize,
    player: &LabelledPlayer,
    judge: &HabitRecogniser,
) {
    for game in &player.games {
        for (stage, shares) in &game.snapshots {
            let shares: &shakmaty::ByColor<HabitShares> = shares;
            let reading = SignValues::of_shares(shares, game.side, judge.borders());
            let verdict = judge.verdict(judge.evidence_in_progress(&reading, STAGES[*stage]));
            progress[*stage].1.players[place]
                .push(StylePrediction::new(verdict.score, &verdict.posterior));
        }
    }
}
