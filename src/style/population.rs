//! The population of players that a game belongs to, and their rating band.
//!
//! Amateurs leave more pieces unprotected than grandmasters, and more of their games end by mate; neither is style.
//! So a player is compared with peers: the same population, the same rating band.

use serde::Serialize;
use shakmaty::Color;

use crate::record::Game;

/// The kind of players with whom a player is compared.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    strum::Display,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", parse_err_ty = UnknownPopulation, parse_err_fn = UnknownPopulation::new)]
pub enum Population {
    /// Masters over the board: 2200 Elo and more, and old games of the collections.
    Masters,
    /// Tournament players below 2200 Elo, over the board.
    Board,
    /// Players on lichess.org.
    Lichess,
    /// Players on chess.com.
    ChessCom,
    /// Players on freechess.org.
    Fics,
    /// Online players of an unknown site.
    Online,
    /// Programs.
    Engine,
}

/// The least mean Elo of both players for a game of masters over the board.
const MASTERS: u16 = 2200;

/// Nearly all games before this year in collections are games of masters.
const AMATEURS_COLLECTED: u16 = 1990;

impl Population {
    /// All populations, in the order of tables.
    pub const ALL: [Self; 7] = [
        Self::Masters,
        Self::Board,
        Self::Lichess,
        Self::ChessCom,
        Self::Fics,
        Self::Online,
        Self::Engine,
    ];

    /// Returns the name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the description for people.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Masters => "masters over the board",
            Self::Board => "tournament players over the board",
            Self::Lichess => "players on lichess.org",
            Self::ChessCom => "players on chess.com",
            Self::Fics => "players on freechess.org",
            Self::Online => "online players",
            Self::Engine => "chess programs",
        }
    }

    /// Returns the population of the players of an online site, by its name or address.
    pub fn of_site(site: &str) -> Option<Self> {
        let site = site.to_lowercase();
        let sites = [
            ("lichess.org", Self::Lichess),
            ("chess.com", Self::ChessCom),
            ("freechess.org", Self::Fics),
            ("fics", Self::Fics),
        ];
        let found = sites.iter().find(|(word, _)| site.contains(word));
        found.map(|(_, population)| *population)
    }

    /// Returns the population of the player of `side` by the game's tags; `None` if they do not tell.
    ///
    /// A program is known by the tag `WhiteType` or `BlackType`, an online game by `Site`. If `Site` names no
    /// place, a time control of at most an hour together with ratings means an online game. Other games are
    /// over the board.
    pub fn of(game: &Game, side: Color) -> Option<Self> {
        let tag = |name: &str| {
            game.tags
                .get(name)
                .unwrap_or_default()
                .trim()
                .to_lowercase()
        };
        let kind = tag(side.fold_wb("WhiteType", "BlackType"));
        if kind == "program" || kind == "computer" {
            return Some(Self::Engine);
        }
        let site = tag("Site");
        if let Some(found) = Self::of_site(&site) {
            return Some(found);
        }
        let rating = mean_rating(game);
        let is_url = site.starts_with("http") || site.starts_with("www.");
        let names_place = !is_url && !matches!(site.as_str(), "" | "?" | "internet" | "online");
        let is_online = is_url || !names_place && is_online_clock(&tag("TimeControl"));
        if rating.is_some() && is_online {
            return Some(Self::Online);
        }
        match rating {
            _ if is_url => None,
            Some(MASTERS..) => Some(Self::Masters),
            Some(_) => Some(Self::Board),
            None => match game.year() {
                Some(1..AMATEURS_COLLECTED) => Some(Self::Masters),
                _ => None,
            },
        }
    }
}

/// Returns the mean rating of both players; `None` unless both are known.
pub fn mean_rating(game: &Game) -> Option<u16> {
    let (white, black) = (game.elo(Color::White)?, game.elo(Color::Black)?);
    Some(white.midpoint(black))
}

/// Returns true if a time control such as `300+5` gives at most an hour for forty moves.
fn is_online_clock(tag: &str) -> bool {
    let (base, increment) = tag.split_once('+').unwrap_or((tag, "0"));
    match (base.parse::<u32>(), increment.parse::<u32>()) {
        (Ok(base), Ok(increment)) => {
            base.saturating_add(increment.saturating_mul(40)) <= 3600 && base > 0
        }
        _ => false,
    }
}

/// The error for a word that is not a population's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a population; expected masters, board, lichess, chesscom, fics, online or engine"
)]
pub struct UnknownPopulation(pub String);

impl UnknownPopulation {
    fn new(word: &str) -> Self {
        Self(word.to_owned())
    }
}

/// A range of 200 rating points, or no known rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RatingBand(u8);

/// The width of a band in rating points.
const BAND_WIDTH: u16 = 200;

impl RatingBand {
    /// Number of bands: 0 to 199, 200 to 399 and so on, from 3000 on, and unknown.
    pub const COUNT: usize = 17;

    /// The band of games without ratings.
    pub const UNKNOWN: Self = Self(16);

    /// Returns the band of a rating; ratings past 3000 share the last.
    pub fn of(rating: Option<u16>) -> Self {
        rating.map_or(Self::UNKNOWN, |rating| {
            Self(u8::try_from((rating / BAND_WIDTH).min(15)).unwrap_or(15))
        })
    }

    /// All bands in order, unknown last.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=Self::UNKNOWN.0).map(Self)
    }

    /// Returns the index in [`RatingBand::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the lowest rating of the band; `None` for unknown.
    pub const fn lowest(self) -> Option<u16> {
        if self.0 == Self::UNKNOWN.0 {
            None
        } else {
            Some(self.0 as u16 * BAND_WIDTH)
        }
    }
}

impl Default for RatingBand {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

/// The group of players with whom a player's game is compared; by default unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Peers {
    /// The population; `None` if the game does not tell.
    pub population: Option<Population>,
    /// The band of the mean rating of both players.
    pub band: RatingBand,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Tags;
    use proptest::prelude::*;

    fn game(tags: &[(&str, &str)]) -> Game {
        let mut all = Tags::default();
        for (name, value) in tags {
            all.set(name, value);
        }
        Game::default().with_tags(all)
    }

    /// Tags, and the population that follows from them.
    type Case<'a> = (&'a [(&'a str, &'a str)], Option<Population>);

    #[test]
    fn tags_tell_the_population() {
        let elo = |value| [("WhiteElo", value), ("BlackElo", value)];
        let cases: [Case<'_>; 11] = [
            (
                &[("Site", "https://lichess.org/abcdefgh")],
                Some(Population::Lichess),
            ),
            (&[("Site", "Chess.com")], Some(Population::ChessCom)),
            (&[("Site", "FICS freechess.org")], Some(Population::Fics)),
            (
                &[("Site", "Riga"), ("Date", "1958.05.01")],
                Some(Population::Masters),
            ),
            (&[("Site", "Riga"), ("Date", "2015.05.01")], None),
            (
                &[("Site", "?"), ("WhiteType", "program")],
                Some(Population::Engine),
            ),
            (
                &[("Site", "board"), elo("1844")[0], elo("1957")[1]],
                Some(Population::Board),
            ),
            (
                &[("Site", "Wijk aan Zee"), elo("2700")[0], elo("2650")[1]],
                Some(Population::Masters),
            ),
            (
                &[("TimeControl", "300+3"), elo("1500")[0], elo("1500")[1]],
                Some(Population::Online),
            ),
            // A rapid tournament over the board.
            (
                &[
                    ("Site", "Almaty"),
                    ("TimeControl", "900+10"),
                    elo("2700")[0],
                    elo("2650")[1],
                ],
                Some(Population::Masters),
            ),
            (&[("Site", "https://example.org/1")], None),
        ];
        for (tags, expected) in cases {
            assert_eq!(
                Population::of(&game(tags), Color::White),
                expected,
                "{tags:?}"
            );
        }
        // The opponent of a program is not a program.
        let against = game(&[("Site", "?"), ("WhiteType", "program")]);
        assert_eq!(Population::of(&against, Color::Black), None);
    }

    #[test]
    fn names_are_read_back() {
        for population in Population::ALL {
            assert_eq!(population.name().parse(), Ok(population));
        }
        assert!("master".parse::<Population>().is_err());
    }

    proptest! {
        #[test]
        fn a_rating_lies_in_its_band(rating in 0_u16..4000) {
            let band = RatingBand::of(Some(rating));
            let lowest = band.lowest().expect("the rating is known");
            prop_assert!(lowest <= rating && (rating < lowest + BAND_WIDTH || lowest == 3000));
            prop_assert_eq!(RatingBand::all().nth(band.index()), Some(band));
        }
    }
}
