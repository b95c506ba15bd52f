//! Which parameters of a schema belong together: mirror images of both sides, and neighbours in one
//! table.
//!
//! A square has the same value for Black as its mirror image for White, and a modern term has one
//! parameter for the side that searches and one for the other. Tied together, both form one *unit*.
//! The units of a table are neighbours on the board or in a row of numbers, and neighbours should
//! have similar values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::parameter::{Parameter, ParameterSide, TablePlace};
use super::schema::Schema;

/// The smallest number of units whose effects show by themselves how much they vary.
const MIN_GROUP_UNITS: usize = 8;

/// Whether mirrored parameters of both sides form one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideTying {
    /// They always have the same level.
    #[default]
    Tied,
    /// Each varies by itself.
    Apart,
}

/// Units that are neighbours on the board or in a row of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterTable {
    /// The units of the table.
    pub units: Vec<usize>,
    /// The place of each unit: file and rank of a square, from 0, or a number and 0.
    pub places: Vec<[f64; 2]>,
    /// Whether the places are squares, so that files have a mirror image.
    pub is_board: bool,
}

/// The arrangement of a table; a piece's value and its squares share a name and differ only here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TableShape {
    /// A single unit without neighbours.
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
    /// Finds the groups of a schema's parameters.
    pub fn of(schema: &Schema, tying: SideTying) -> Self {
        let mut numbers: BTreeMap<(ParameterSide, &str, TablePlace), usize> = BTreeMap::new();
        let mut tables: BTreeMap<(String, TableShape), ParameterTable> = BTreeMap::new();
        let mut unit_of = Vec::with_capacity(schema.len());
        for parameter in schema.parameters() {
            let (side, place) = match tying {
                SideTying::Tied => (ParameterSide::Both, first_side_place(parameter)),
                SideTying::Apart => (parameter.side, parameter.place),
            };
            let next = numbers.len();
            let unit = *numbers
                .entry((side, &parameter.table, place))
                .or_insert(next);
            unit_of.push(unit);
            if unit == next {
                let (coordinates, shape) = coordinates(place);
                // Tables are drawn in the order of their names, which begin with the side.
                let name = format!("{}{}", side.prefix(), parameter.table);
                let table = tables
                    .entry((name, shape))
                    .or_insert_with(|| ParameterTable {
                        units: Vec::new(),
                        places: Vec::new(),
                        is_board: shape == TableShape::Board,
                    });
                table.units.push(unit);
                table.places.push(coordinates);
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

    /// Returns the group number of each parameter, in the schema's order.
    ///
    /// Effects within a group are assumed to vary alike. A group is a table; tables of few units
    /// form one group together, since a handful of effects do not show how much they vary.
    pub fn group_of(&self) -> Vec<usize> {
        let mut of_unit = vec![0; self.units];
        for (number, table) in (1..).zip(&self.tables) {
            let group = if table.units.len() < MIN_GROUP_UNITS {
                0
            } else {
                number
            };
            table.units.iter().for_each(|unit| of_unit[*unit] = group);
        }
        self.unit_of.iter().map(|unit| of_unit[*unit]).collect()
    }

    /// Returns the number of units.
    pub const fn units(&self) -> usize {
        self.units
    }
}

/// The place of the matching parameter of the first side: Black's squares are mirrored.
const fn first_side_place(parameter: &Parameter) -> TablePlace {
    match (parameter.side, parameter.place) {
        (ParameterSide::Black, TablePlace::Square(square)) => {
            TablePlace::Square(square.flip_vertical())
        }
        (_, place) => place,
    }
}

/// The coordinates of a place (file and rank, or a number and 0), and the arrangement of its table.
fn coordinates(place: TablePlace) -> ([f64; 2], TableShape) {
    match place {
        TablePlace::Single => ([0.0; 2], TableShape::Alone),
        TablePlace::Number(number) => ([f64::from(number), 0.0], TableShape::Row),
        TablePlace::Square(square) => {
            let place = [square.file() as u32, square.rank() as u32];
            (place.map(f64::from), TableShape::Board)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_of_the_classic_family_are_mirror_images() {
        let schema = Schema::classic();
        let groups = ParameterGroups::of(schema, SideTying::Tied);
        let unit = |name: &str| groups.unit_of()[schema.position_of(name).expect("a parameter")];
        // Six values, seven tables of squares.
        assert_eq!(groups.units(), 6 + 7 * 64);
        assert_eq!(unit("white_pawn_e4"), unit("black_pawn_e5"));
        assert_ne!(unit("white_pawn_e4"), unit("black_pawn_e4"));
        assert_eq!(groups.tables().len(), 6 + 7);
        assert_eq!(
            ParameterGroups::of(schema, SideTying::Apart).units(),
            schema.len()
        );
    }

    #[test]
    fn twins_of_the_modern_family_are_the_two_sides() {
        let schema = Schema::modern();
        let groups = ParameterGroups::of(schema, SideTying::Tied);
        let unit = |name: &str| groups.unit_of()[schema.position_of(name).expect("a parameter")];
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
            let groups = ParameterGroups::of(schema, SideTying::Tied);
            let mut seen = vec![0; groups.units()];
            for table in groups.tables() {
                assert_eq!(table.units.len(), table.places.len());
                table.units.iter().for_each(|unit| seen[*unit] += 1);
            }
            assert!(seen.iter().all(|times| *times == 1), "{}", schema.name());
        }
    }

    #[test]
    fn twins_have_the_same_values() {
        for schema in Schema::all() {
            let groups = ParameterGroups::of(schema, SideTying::Tied);
            let mut first = vec![None; groups.units()];
            for (parameter, unit) in schema.parameters().iter().zip(groups.unit_of()) {
                let levels = first[*unit].get_or_insert(parameter.levels);
                assert_eq!(*levels, parameter.levels, "{}", parameter.name);
            }
        }
    }
}
