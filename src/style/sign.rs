//! The signs of style in a game: the player's habits, the opponent's, and how it ended.

use std::fmt;
use std::ops::Range;

use super::habits::Habit;
use super::thresholds::HabitThresholds;

/// A sign of style: one attribute of the naive Bayes classifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// A habit of the player.
    Own(Habit),
    /// A habit of the opponent in the same game; each side reacts to the other.
    Opponent(Habit),
    /// Whether the game was drawn or decided, and after how many moves.
    Ending,
    /// Whether the game was drawn or decided, and with how many pieces and pawns left.
    MenAtEnd,
}

/// The values of [`Sign::Ending`].
pub const ENDINGS: [&str; 6] = [
    "drawn within 25 moves",
    "drawn in moves 26 to 40",
    "drawn later",
    "decided within 30 moves",
    "decided in moves 31 to 45",
    "decided later",
];

/// The values of [`Sign::MenAtEnd`].
pub const MEN_AT_END: [&str; 8] = [
    "drawn with 10 men or fewer",
    "drawn with 11 to 18 men",
    "drawn with 19 to 25 men",
    "drawn with 26 men or more",
    "decided with 10 men or fewer",
    "decided with 11 to 18 men",
    "decided with 19 to 25 men",
    "decided with 26 men or more",
];

impl Sign {
    /// Number of signs.
    pub const COUNT: usize = 2 * Habit::ALL.len() + 2;

    /// All signs, in the order of tables.
    pub fn all() -> impl Iterator<Item = Self> {
        let own = Habit::ALL.iter().copied().map(Self::Own);
        let theirs = Habit::ALL.iter().copied().map(Self::Opponent);
        own.chain(theirs).chain([Self::Ending, Self::MenAtEnd])
    }

    /// Returns the index in [`Sign::all`].
    pub const fn index(self) -> usize {
        match self {
            Self::Own(habit) => habit as usize,
            Self::Opponent(habit) => Habit::ALL.len() + habit as usize,
            Self::Ending => 2 * Habit::ALL.len(),
            Self::MenAtEnd => 2 * Habit::ALL.len() + 1,
        }
    }

    /// Returns what the sign tells, in words.
    pub fn question(self) -> String {
        match self {
            Self::Own(habit) => habit.question().to_owned(),
            Self::Opponent(habit) => format!("the opponent: {}", habit.question()),
            Self::Ending => "how soon the game ended, and whether it was drawn".to_owned(),
            Self::MenAtEnd => {
                "how many pieces and pawns were left, and whether it was drawn".to_owned()
            }
        }
    }

    /// Returns the words for one value of a sign that has `values` in all.
    pub const fn value_name(self, value: usize, values: usize) -> &'static str {
        match self {
            Self::Ending if value < ENDINGS.len() => ENDINGS[value],
            Self::MenAtEnd if value < MEN_AT_END.len() => MEN_AT_END[value],
            _ => match (value, values) {
                (0, 1) | (1, 3) => "usual",
                (0, _) => "little",
                (1, 4) => "rather little",
                (2, 4) => "rather much",
                _ => "much",
            },
        }
    }
}

/// The name in tables and reports: `offer`, `opponent:offer`, `ending`.
impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(habit) => f.pad(habit.name()),
            Self::Opponent(habit) => f.pad(&format!("opponent:{}", habit.name())),
            Self::Ending => f.pad("ending"),
            Self::MenAtEnd => f.pad("men_at_end"),
        }
    }
}

/// The position of each sign's values in a row of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignLayout {
    starts: Vec<usize>,
}

impl SignLayout {
    /// Makes the layout for values binned by these thresholds.
    pub fn new(borders: &HabitThresholds) -> Self {
        let mut starts = vec![0];
        let mut end = 0;
        for sign in Sign::all() {
            end += match sign {
                Sign::Own(habit) | Sign::Opponent(habit) => borders.values(habit),
                Sign::Ending => ENDINGS.len(),
                Sign::MenAtEnd => MEN_AT_END.len(),
            };
            starts.push(end);
        }
        Self { starts }
    }

    /// Returns the range of a sign's values.
    pub fn values(&self, sign: Sign) -> Range<usize> {
        let place = sign.index();
        self.starts[place]..self.starts[place + 1]
    }

    /// Returns the start of each sign's values, in the order of [`Sign::all`].
    pub fn starts(&self) -> &[usize] {
        &self.starts[..Sign::COUNT]
    }

    /// Returns the number of values of all signs.
    pub fn width(&self) -> usize {
        self.starts[Sign::COUNT]
    }

    /// Returns the number of values of one side's habits.
    pub fn habits(&self) -> usize {
        self.starts[Habit::ALL.len()]
    }

    /// Returns the range of each sign's values in a row of one side: its habits, then the signs of the game's end.
    pub fn of_one_side(&self) -> Vec<Range<usize>> {
        let of = |sign: Sign| {
            let values = self.values(sign);
            match sign {
                Sign::Own(_) => Some(values),
                Sign::Opponent(_) => None,
                Sign::Ending | Sign::MenAtEnd => {
                    Some(values.start - self.habits()..values.end - self.habits())
                }
            }
        };
        Sign::all().filter_map(of).collect()
    }

    /// Returns the range of the values of the signs of the game's end.
    pub fn endings(&self) -> Range<usize> {
        2 * self.habits()..self.width()
    }
}
