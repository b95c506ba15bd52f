//! What a recogniser said of each player: game by game, and of some of his games together.
//!
//! May use: L0, `style`.

use rand::RngExt as _;

use super::Gathered;
use crate::rng;
use crate::style::habits::Shares;
use crate::style::{Judge, Posterior, Reading, STAGES, Style};

/// How often some of a player's games are drawn to stand for him.
const DRAWS: usize = 100;

/// How many games stand for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// So many, drawn at random; a single game is every one of his.
    Games(usize),
    /// All.
    All,
}

impl Level {
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
pub struct Case {
    /// Rises from defensive to attacking.
    pub score: f64,
    /// The probability of each style, in the order of [`Style::ALL`].
    pub posterior: [f64; 3],
}

impl Case {
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
pub struct Cases {
    /// How many games stand for a player.
    pub level: Level,
    /// The players' styles.
    pub styles: Vec<Style>,
    /// What was said of each.
    pub players: Vec<Vec<Case>>,
}

impl Cases {
    /// Nothing said yet.
    pub fn new(level: Level, gathered: &[Gathered]) -> Self {
        Self {
            level,
            styles: gathered.iter().map(|player| player.label.style).collect(),
            players: vec![Vec::new(); gathered.len()],
        }
    }
}

/// Cases of games in progress, by the own moves seen.
pub type Progress = Vec<(u32, Cases)>;

/// Which games stand for each player; the same for every recogniser.
#[derive(Debug)]
pub(super) struct Draws {
    /// By level and player: the games of each case.
    games: Vec<Vec<Vec<Vec<usize>>>>,
}

impl Draws {
    pub(super) fn new(gathered: &[Gathered], seed: u64) -> Self {
        let games = Level::MEASURED.map(|level| {
            (0_u64..)
                .zip(gathered)
                .map(|(number, player)| {
                    let all = player.games.len();
                    match level {
                        Level::Games(1) => (0..all).map(|game| vec![game]).collect(),
                        Level::All => vec![(0..all).collect()],
                        Level::Games(some) => {
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

    pub(super) fn cases(gathered: &[Gathered]) -> Vec<Cases> {
        Level::MEASURED
            .iter()
            .map(|level| Cases::new(*level, gathered))
            .collect()
    }

    /// Fills in what `judge` says of each case of one player.
    pub(super) fn fill(
        &self,
        cases: &mut [Cases],
        player: usize,
        judge: impl Fn(&[usize]) -> Case,
    ) {
        for (cases, games) in cases.iter_mut().zip(&self.games) {
            cases.players[player] = games[player].iter().map(|games| judge(games)).collect();
        }
    }
}

/// What is said of one player's games in progress.
pub(super) fn in_progress(progress: &mut Progress, place: usize, player: &Gathered, judge: &Judge) {
    for game in &player.games {
        for (stage, shares) in &game.snapshots {
            let shares: &shakmaty::ByColor<Shares> = shares;
            let reading = Reading::of_shares(shares, game.side, judge.borders());
            let verdict = judge.verdict(judge.evidence_in_progress(&reading, STAGES[*stage]));
            progress[*stage].1.players[place].push(Case::new(verdict.score, &verdict.posterior));
        }
    }
}
