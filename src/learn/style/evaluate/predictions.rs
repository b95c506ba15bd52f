//! What a recogniser said of each player: game by game, and of some of his games together.

use rand::RngExt as _;

use super::LabelledPlayer;
use crate::rng;
use crate::style::habits::HabitShares;
use crate::style::{HabitRecogniser, Posterior, STAGES, SignValues, Style};

/// How often some of a player's games are drawn to stand for him.
const DRAWS: usize = 100;

/// How many games stand for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesPerPlayer {
    /// A number of games drawn at random; for 1, each game of the player in turn.
    Games(usize),
    /// All.
    All,
}

impl GamesPerPlayer {
    /// The levels that are measured.
    pub const MEASURED: [Self; 5] = [
        Self::Games(1),
        Self::Games(5),
        Self::Games(20),
        Self::Games(100),
        Self::All,
    ];

    /// The name in tables.
    pub fn name(self) -> String {
        match self {
            Self::Games(1) => "game".to_owned(),
            Self::Games(games) => games.to_string(),
            Self::All => "all".to_owned(),
        }
    }
}

/// One thing said of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StylePrediction {
    /// Rises from defensive to attacking.
    pub score: f64,
    /// The probability of each style, in the order of [`Style::ALL`].
    pub posterior: [f64; 3],
}

impl StylePrediction {
    /// What was said.
    pub fn new(score: f64, posterior: &Posterior) -> Self {
        Self {
            score,
            posterior: Style::ALL.map(|style| posterior.of(style)),
        }
    }
}

/// What was said of each player, in the order of the labels.
#[derive(Clone, Debug)]
pub struct StylePredictions {
    /// How many games stand for a player.
    pub level: GamesPerPlayer,
    /// The players' styles.
    pub styles: Vec<Style>,
    /// What was said of each.
    pub players: Vec<Vec<StylePrediction>>,
}

impl StylePredictions {
    /// Nothing said yet.
    pub fn new(level: GamesPerPlayer, gathered: &[LabelledPlayer]) -> Self {
        Self {
            level,
            styles: gathered.iter().map(|player| player.label.style).collect(),
            players: vec![Vec::new(); gathered.len()],
        }
    }
}

/// Cases of games in progress, by the own moves seen.
pub type ProgressPredictions = Vec<(u32, StylePredictions)>;

/// Which games stand for each player; the same for every recogniser.
#[derive(Debug)]
pub(super) struct SampledGames {
    /// By level and player: the games of each case.
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

    /// Fills in what `judge` says of each case of one player.
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

/// What is said of one player's games in progress.
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
