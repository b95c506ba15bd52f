//! What `bayeschess style observe --style-against-style` prints.

use crate::cli::text_table::TextTable;
use bayeschess::learn::style::StyleAgainstStyle;

/// Returns the table of effects, or why there is none.
pub(super) fn text(found: Option<&StyleAgainstStyle>) -> String {
    let Some(found) = found else {
        return "\nstyle against style: too few games between rated players of whom 20 other games are known\n"
            .to_owned();
    };
    let mut table = TextTable::new(&["style against style"], &["Elo for White", "draws"]);
    for effect in &found.effects {
        let draws = match effect.draws.zip(effect.draws_error_95) {
            Some((draws, error)) => format!("{:+.1} ± {:.1} %", 100.0 * draws, 100.0 * error),
            None => "-".to_owned(),
        };
        let elo = format!("{:+.1} ± {:.1}", effect.elo, effect.elo_error_95);
        table.row(&[&effect.name, &elo, &draws]);
    }
    let [attacking, complicating] = found.deviations;
    format!(
        "\n{table}\n{} games between {} players; players differ by {attacking:.2} (attacking) and {complicating:.2} \
         (complicating)\n",
        found.games, found.players
    )
}
