//! Which parameters of a schema are alike: twins that say the same of both sides, and neighbours in
//! one table.
//!
//! A square is worth to Black what its mirror image is worth to White, and a modern term has one
//! parameter for the side that searches and one for the other: such *twins* form one *unit*. Units
//! with a square or a number behind a common name stand in one *table*, where near ones can be
//! expected to be worth about the same. All of it follows from the names, so that a family needs to
//! say nothing more.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shakmaty::Square;

use super::schema::Schema;

/// A table of so many units shows by itself how much its effects vary.
const TELLING: usize = 8;

/// Whether twins are one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideTying {
    /// They always have the same level.
    #[default]
    Tied,
    /// Each goes its own way.
    Apart,
}

/// Units that stand beside each other on the board or in a row of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterTable {
    /// The units in it.
    pub units: Vec<usize>,
    /// Where each stands: file and rank of a square, from 0, or a number and nought.
    pub places: Vec<[f64; 2]>,
    /// Whether the places are squares, so that files have a mirror image.
    pub is_board: bool,
}

/// What places in a table are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TableShape {
    /// A single one, with nothing beside it.
    Alone,
    /// Numbers in a row.
    Row,
    /// Squares.
    Board,
}

/// The units and tables of a schema.
#[derive(Clone, Debug)]
pub struct ParameterGroups {
    unit_of: Vec<usize>,
    tables: Vec<ParameterTable>,
    units: usize,
}

impl ParameterGroups {
    /// The kinship of a schema's parameters.
    pub fn of(schema: &Schema, twins: SideTying) -> Self {
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        // A piece's value and its squares have one name, and are different things.
        let mut tables: BTreeMap<(String, TableShape), ParameterTable> = BTreeMap::new();
        let mut unit_of = Vec::with_capacity(schema.len());
        for parameter in schema.parameters() {
            let name = match twins {
                SideTying::Tied => shared_name(&parameter.name),
                SideTying::Apart => parameter.name.clone(),
            };
            let next = numbers.len();
            let unit = *numbers.entry(name.clone()).or_insert(next);
            unit_of.push(unit);
            if unit == next {
                let (table, place, kind) = place(&name);
                let key = (table.to_owned(), kind);
                let table = tables.entry(key).or_insert_with(|| ParameterTable {
                    units: Vec::new(),
                    places: Vec::new(),
                    is_board: kind == TableShape::Board,
                });
                table.units.push(unit);
                table.places.push(place);
            }
        }
        Self {
            unit_of,
            tables: tables.into_values().collect(),
            units: numbers.len(),
        }
    }

    /// The unit of each parameter, in the schema's order.
    pub fn unit_of(&self) -> &[usize] {
        &self.unit_of
    }

    /// The tables, in the order of their names; a unit stands in exactly one.
    pub fn tables(&self) -> &[ParameterTable] {
        &self.tables
    }

    /// For each parameter, in the schema's order, the number of the group whose effects are held to
    /// vary alike: its table, or what all tables of few units are together. How much effects vary
    /// cannot be told from one or a handful of them.
    pub fn group_of(&self) -> Vec<usize> {
        let mut of_unit = vec![0; self.units];
        for (number, table) in (1..).zip(&self.tables) {
            let group = if table.units.len() < TELLING {
                0
            } else {
                number
            };
            table.units.iter().for_each(|unit| of_unit[*unit] = group);
        }
        self.unit_of.iter().map(|unit| of_unit[*unit]).collect()
    }

    /// How many units there are.
    pub const fn units(&self) -> usize {
        self.units
    }
}

/// The name without the side; of a black man's square, the square that it is to White.
fn shared_name(name: &str) -> String {
    let unsided = ["own_", "opponent_", "white_"]
        .into_iter()
        .find_map(|side| name.strip_prefix(side));
    if let Some(rest) = unsided {
        return rest.to_owned();
    }
    match name.strip_prefix("black_").and_then(square_behind) {
        Some((rest, square)) => format!("{rest}_{}", square.flip_vertical()),
        None => name.to_owned(),
    }
}

/// `pawn_e4` as `pawn` and its square.
fn square_behind(name: &str) -> Option<(&str, Square)> {
    let (rest, square) = name.rsplit_once('_')?;
    Some((rest, square.parse().ok()?))
}

/// The table that a unit of that name belongs to, its place there, and what places there are.
fn place(name: &str) -> (&str, [f64; 2], TableShape) {
    if let Some((table, square)) = square_behind(name) {
        let place = [square.file() as u32, square.rank() as u32];
        return (table, place.map(f64::from), TableShape::Board);
    }
    let numbered = name
        .rsplit_once('_')
        .and_then(|(table, number)| Some((table, number.parse::<u32>().ok()?)));
    match numbered {
        Some((table, number)) => (table, [f64::from(number), 0.0], TableShape::Row),
        None => (name, [0.0; 2], TableShape::Alone),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_of_the_classic_family_are_mirror_images() {
        let schema = Schema::classic();
        let kinship = ParameterGroups::of(schema, SideTying::Tied);
        let unit = |name: &str| kinship.unit_of()[schema.position_of(name).expect("a parameter")];
        // Six values, seven tables of squares.
        assert_eq!(kinship.units(), 6 + 7 * 64);
        assert_eq!(unit("white_pawn_e4"), unit("black_pawn_e5"));
        assert_ne!(unit("white_pawn_e4"), unit("black_pawn_e4"));
        assert_eq!(kinship.tables().len(), 6 + 7);
        assert_eq!(
            ParameterGroups::of(schema, SideTying::Apart).units(),
            schema.len()
        );
    }

    #[test]
    fn twins_of_the_modern_family_are_the_two_sides() {
        let schema = Schema::modern();
        let kinship = ParameterGroups::of(schema, SideTying::Tied);
        let unit = |name: &str| kinship.unit_of()[schema.position_of(name).expect("a parameter")];
        assert_eq!(
            unit("own_knight_mobility_4"),
            unit("opponent_knight_mobility_4")
        );
        assert_ne!(unit("knight_e4"), unit("knight_e5"));
    }

    #[test]
    fn small_tables_are_one_group() {
        let schema = Schema::classic();
        let groups = ParameterGroups::of(schema, SideTying::Tied).group_of();
        let group = |name: &str| groups[schema.position_of(name).expect("a parameter")];
        assert_eq!(group("pawn"), group("queen"));
        assert_eq!(group("white_pawn_e4"), group("black_pawn_a7"));
        assert_ne!(group("white_pawn_e4"), group("white_knight_e4"));
        assert_ne!(group("white_pawn_e4"), group("pawn"));
    }

    #[test]
    fn every_unit_stands_in_one_table() {
        for schema in Schema::all() {
            let kinship = ParameterGroups::of(schema, SideTying::Tied);
            let mut seen = vec![0; kinship.units()];
            for table in kinship.tables() {
                assert_eq!(table.units.len(), table.places.len());
                table.units.iter().for_each(|unit| seen[*unit] += 1);
            }
            assert!(seen.iter().all(|times| *times == 1), "{}", schema.name());
        }
    }

    #[test]
    fn twins_have_the_same_values() {
        for schema in Schema::all() {
            let kinship = ParameterGroups::of(schema, SideTying::Tied);
            let mut first = vec![None; kinship.units()];
            for (parameter, unit) in schema.parameters().iter().zip(kinship.unit_of()) {
                let levels = first[*unit].get_or_insert(parameter.levels);
                assert_eq!(*levels, parameter.levels, "{}", parameter.name);
            }
        }
    }
}
