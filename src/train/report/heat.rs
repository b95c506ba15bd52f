//! Piece-square tables as coloured boards: the value of each square, and its change.

use maud::{Markup, html};

use crate::heuristic::Heuristic;
use crate::heuristic::parameter_groups::{ParameterGroups, ParameterTable, SideTying};
use crate::phase::Phase;

/// Width and height of a square, in pixels.
const SIDE: u32 = 26;

/// Change in centipawns that is shown in full colour.
const FULL: f64 = 40.0;

/// Returns all piece-square tables, one board for each phase.
///
/// The number on a square is the learned value in centipawns from White's point of view; the colour shows the
/// difference from `start`.
pub(super) fn boards(start: &Heuristic, learned: &Heuristic) -> Markup {
    let groups = ParameterGroups::of(start.schema(), SideTying::Tied);
    html! {
        @for table in groups.tables().iter().filter(|table| table.is_board) {
            h3 { (title(&groups, table, start)) }
            div.boards {
                @for phase in Phase::ALL {
                    figure {
                        (board(&groups, table, [&start.weights()[phase], &learned.weights()[phase]]))
                        figcaption { (phase) }
                    }
                }
            }
        }
    }
}

/// Returns the name of a table: that of its parameters, without side and square.
fn title(groups: &ParameterGroups, table: &ParameterTable, heuristic: &Heuristic) -> String {
    let parameters = heuristic.schema().parameters();
    let first = table.units.first().and_then(|unit| place_of(groups, *unit));
    first.map_or_else(String::new, |place| {
        parameters[place].table.replace('_', " ")
    })
}

/// Returns the first parameter of a unit, which is White's if there are two.
fn place_of(groups: &ParameterGroups, unit: usize) -> Option<usize> {
    groups.unit_of().iter().position(|of| *of == unit)
}

/// Draws one board from the weights before and after training.
fn board(
    groups: &ParameterGroups,
    table: &ParameterTable,
    [before, after]: [&Vec<i32>; 2],
) -> Markup {
    let size = 8 * SIDE;
    let half = f64::from(SIDE) / 2.0;
    let squares = table.units.iter().zip(&table.places);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (size) " " (size) } width=(size) height=(size) {
            @for (unit, [file, rank]) in squares {
                @if let Some(place) = place_of(groups, *unit) {
                    @let (value, moved) = (after[place], after[place] - before[place]);
                    @let (x, y) = (file * f64::from(SIDE), (7.0 - rank) * f64::from(SIDE));
                    rect x=(x) y=(y) width=(SIDE) height=(SIDE) fill=(colour(f64::from(moved) / FULL)) {
                        title { (value) " cp, moved by " (format!("{moved:+}")) }
                    }
                    text x=(x + half) y=(y + half + 3.5) { (value) }
                }
            }
        }
    }
}

/// Returns a colour from blue for -1 over white to orange for 1, a pair that colour-blind readers can tell apart
/// (Okabe and Ito).
fn colour(share: f64) -> String {
    let share = share.clamp(-1.0, 1.0);
    let far = if share < 0.0 {
        [0.0, 114.0, 178.0]
    } else {
        [230.0, 159.0, 0.0]
    };
    let [red, green, blue] = far.map(|channel| 255.0 + (channel - 255.0) * share.abs());
    format!("rgb({red:.0},{green:.0},{blue:.0})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_run_from_blue_over_white_to_orange() {
        assert_eq!(colour(0.0), "rgb(255,255,255)");
        assert_eq!(colour(-3.0), "rgb(0,114,178)");
        assert_eq!(colour(1.0), "rgb(230,159,0)");
    }

    #[test]
    fn every_square_of_a_table_is_drawn_once_for_each_phase() {
        let initial = Heuristic::initial();
        let html = boards(&initial, &initial).into_string();
        assert_eq!(html.matches("<figure>").count(), 7 * 3);
        assert_eq!(html.matches("<rect").count(), 7 * 3 * 64);
        assert!(html.contains("<h3>endgame king</h3>") && html.contains("<h3>pawn</h3>"));
    }
}
