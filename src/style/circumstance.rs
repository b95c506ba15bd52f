//! The circumstances of a game: its era, its opening, the player's colour, and which side was stronger by Elo.
//!
//! Circumstances are not signs of style. What players usually do in them is subtracted before a player is judged,
//! so that century, repertoire or weak opponents are not taken for style.

use shakmaty::{ByColor, Chess, Color, Move, Role, Square};

use super::population::{Peers, Population, RatingBand};

/// The years in which a game was played, divided where opening theory and defence changed most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Era {
    /// Before 1920.
    Romantic,
    /// 1920 to 1945.
    BetweenTheWars,
    /// 1946 to 1969.
    PostWar,
    /// 1970 to 1989.
    BeforeComputers,
    /// 1990 to 2004.
    Databases,
    /// From 2005 on.
    Engines,
    /// The date is not known.
    Unknown,
}

impl Era {
    /// Number of eras.
    pub const COUNT: usize = 7;

    /// Returns the era of a year.
    pub const fn of(year: Option<u16>) -> Self {
        match year {
            None | Some(0) => Self::Unknown,
            Some(..1920) => Self::Romantic,
            Some(1920..1946) => Self::BetweenTheWars,
            Some(1946..1970) => Self::PostWar,
            Some(1970..1990) => Self::BeforeComputers,
            Some(1990..2005) => Self::Databases,
            Some(2005..) => Self::Engines,
        }
    }
}

/// The first moves of both sides, in classes with many games.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    strum::IntoStaticStr,
    strum::EnumString,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum OpeningClass {
    /// 1. e4 e5
    OpenGame,
    /// 1. e4 c5
    Sicilian,
    /// 1. e4 e6
    French,
    /// 1. e4 c6
    CaroKann,
    /// 1. e4 and any other reply
    KingsPawn,
    /// 1. d4 d5
    Closed,
    /// 1. d4 Nf6
    Indian,
    /// 1. d4 and any other reply
    QueensPawn,
    /// 1. c4
    English,
    /// 1. Nf3
    Reti,
    /// Any other first move, and games from another start.
    Other,
}

impl OpeningClass {
    /// Number of opening classes.
    pub const COUNT: usize = 11;

    /// All opening classes.
    pub const ALL: &[Self] = <Self as strum::VariantArray>::VARIANTS;

    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the opening class of a game.
    pub fn of(start: &Chess, moves: &[Move]) -> Self {
        if *start != Chess::default() {
            return Self::Other;
        }
        let went = |place: usize| moves.get(place).map(|chosen| (chosen.role(), chosen.to()));
        match (went(0), went(1)) {
            (Some((Role::Pawn, Square::E4)), reply) => match reply {
                Some((Role::Pawn, Square::E5)) => Self::OpenGame,
                Some((Role::Pawn, Square::C5)) => Self::Sicilian,
                Some((Role::Pawn, Square::E6)) => Self::French,
                Some((Role::Pawn, Square::C6)) => Self::CaroKann,
                _ => Self::KingsPawn,
            },
            (Some((Role::Pawn, Square::D4)), reply) => match reply {
                Some((Role::Pawn, Square::D5)) => Self::Closed,
                Some((Role::Knight, Square::F6)) => Self::Indian,
                _ => Self::QueensPawn,
            },
            (Some((Role::Pawn, Square::C4)), _) => Self::English,
            (Some((Role::Knight, Square::F3)), _) => Self::Reti,
            _ => Self::Other,
        }
    }
}

/// From this Elo difference on one side counts as the stronger.
const STRONGER: i32 = 100;

/// Which side is stronger, by Elo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EloBalance {
    /// The Elo of one side or both is not known.
    #[default]
    Unknown,
    /// White is stronger, by at least 100.
    White,
    /// Neither side is stronger by 100.
    Even,
    /// Black is stronger, by at least 100.
    Black,
}

impl EloBalance {
    /// Returns the balance of a game between players with these Elo ratings.
    pub fn of(elo: ByColor<Option<u16>>) -> Self {
        let Some((white, black)) = elo.white.zip(elo.black) else {
            return Self::Unknown;
        };
        match i32::from(white) - i32::from(black) {
            STRONGER.. => Self::White,
            lead if lead <= -STRONGER => Self::Black,
            _ => Self::Even,
        }
    }
}

/// The strength of one side relative to the other, by Elo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RelativeStrength {
    /// The Elo of one side or both is not known.
    Unknown,
    /// Stronger by at least 100.
    Stronger,
    /// Within 100 of each other.
    Even,
    /// Weaker by at least 100.
    Weaker,
}

impl RelativeStrength {
    /// Number of relative strengths.
    pub const COUNT: usize = 4;

    /// All strengths, in the order of tables.
    pub const ALL: [Self; Self::COUNT] = [Self::Unknown, Self::Stronger, Self::Even, Self::Weaker];

    /// Returns the relative strength of the other side.
    pub const fn flipped(self) -> Self {
        match self {
            Self::Stronger => Self::Weaker,
            Self::Weaker => Self::Stronger,
            Self::Unknown | Self::Even => self,
        }
    }
}

/// The year and the players of a game, as far as its tags tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameOccasion {
    /// The year of its date.
    pub year: Option<u16>,
    /// Which side is stronger.
    pub balance: EloBalance,
    /// The peers of either player.
    pub peers: ByColor<Peers>,
}

/// The circumstances of a game that both sides share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Circumstance {
    /// The era of the game.
    pub era: Era,
    /// The opening class.
    pub opening: OpeningClass,
    /// Which side is stronger.
    pub balance: EloBalance,
    /// The peers of either player.
    pub peers: ByColor<Peers>,
}

impl Circumstance {
    /// Sets the population of both players, whatever the tags tell.
    pub fn set_population(&mut self, population: Population) {
        self.peers.white.population = Some(population);
        self.peers.black.population = Some(population);
    }

    /// Sets the rating to compare players with whose rating the tags do not tell.
    pub fn set_unknown_ratings(&mut self, rating: u16) {
        for peers in [&mut self.peers.white, &mut self.peers.black] {
            if peers.band == RatingBand::UNKNOWN {
                peers.band = RatingBand::of(Some(rating));
            }
        }
    }
}

/// The circumstances of one side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideCircumstance {
    /// The circumstances of the game.
    pub circumstance: Circumstance,
    /// The side's colour.
    pub color: Color,
}

impl SideCircumstance {
    /// Number of combinations of opening, era and colour.
    pub const COUNT: usize = OpeningClass::COUNT * Era::COUNT * 2;

    /// The number of rows of a table by circumstance.
    ///
    /// There is a row for each opening, era and colour, then one for each relative strength and colour.
    /// Strength changes play alike in all eras and openings, and few games share all of them.
    pub const ROWS: usize = Self::COUNT + RelativeStrength::COUNT * 2;

    /// Returns the two rows of such a table to which this side of the game belongs.
    pub const fn rows(self) -> [usize; 2] {
        let Circumstance { era, opening, .. } = self.circumstance;
        let color = self.color as usize;
        [
            (opening as usize * Era::COUNT + era as usize) * 2 + color,
            Self::COUNT + self.strength() as usize * 2 + color,
        ]
    }

    /// Returns the peers with which this side is compared.
    pub const fn peers(self) -> Peers {
        match self.color {
            Color::White => self.circumstance.peers.white,
            Color::Black => self.circumstance.peers.black,
        }
    }

    /// Returns the relative strength of this side.
    pub const fn strength(self) -> RelativeStrength {
        match (self.circumstance.balance, self.color) {
            (EloBalance::Unknown, _) => RelativeStrength::Unknown,
            (EloBalance::Even, _) => RelativeStrength::Even,
            (EloBalance::White, Color::White) | (EloBalance::Black, Color::Black) => {
                RelativeStrength::Stronger
            }
            (EloBalance::White, Color::Black) | (EloBalance::Black, Color::White) => {
                RelativeStrength::Weaker
            }
        }
    }

    /// Returns the circumstances of the other side of the same game.
    pub fn flipped(self) -> Self {
        Self {
            color: !self.color,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_stands_in_only_where_none_is_known() {
        let known = RatingBand::of(Some(2100));
        let mut circumstance = Circumstance {
            era: Era::Unknown,
            opening: OpeningClass::Other,
            balance: EloBalance::Unknown,
            peers: ByColor::default(),
        };
        circumstance.peers.black.band = known;
        circumstance.set_unknown_ratings(1500);
        assert_eq!(circumstance.peers.white.band, RatingBand::of(Some(1500)));
        assert_eq!(circumstance.peers.black.band, known);
    }
}
