//! What the commands on opponents share: the database, the style model, the estimates.

use anyhow::bail;
use serde::Serialize;

use crate::cli::game_archive::catch_up;
use crate::cli::options::DatabaseArg;
use bayeschess::model::AnyStyleModel;
use bayeschess::opponent::{
    HALF_LIFE_DAYS, MemoryAgeing, RecalledOpponent, RememberedStrength, StrengthJudge,
};
use bayeschess::store::{Access, Opponent, OpponentGame, Store};
use bayeschess::strength::StrengthEstimate;
use bayeschess::style::{Recogniser, StyleAxes};

/// How remembered games are judged.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct MemoryArgs {
    /// The style model: a file, shipped, or classic (the table of 2005)
    #[arg(long, value_name = "FILE", default_value = "shipped")]
    pub(super) model: String,
    /// Age in days, before the last game, at which a game counts half; 0: all games count the same
    #[arg(long, value_name = "DAYS", default_value_t = HALF_LIFE_DAYS)]
    half_life: u32,
}

impl MemoryArgs {
    /// Returns how much less old games count.
    pub(super) const fn ageing(&self) -> MemoryAgeing {
        MemoryAgeing {
            half_life_days: self.half_life,
        }
    }

    /// Loads the recogniser.
    pub(super) fn recogniser(&self) -> anyhow::Result<Recogniser> {
        Ok(AnyStyleModel::load(&self.model)?.recogniser(&self.model)?)
    }
}

/// An opponent with the estimates of their style and strength, as JSON.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OpponentJson {
    #[serde(flatten)]
    pub(super) opponent: Opponent,
    /// The scores on both axes of style; null for a model without them.
    pub(super) axes: Option<StyleAxes>,
    /// The rating estimated from the moves; null if no losses were measured.
    pub(super) strength: Option<StrengthEstimate>,
    /// The games behind the strength, and those not used.
    pub(super) strength_from: RememberedStrength,
}

impl OpponentJson {
    /// Computes the estimates from what is remembered of an opponent.
    pub(super) fn new(
        opponent: Opponent,
        games: &[OpponentGame],
        recogniser: &Recogniser,
        ageing: MemoryAgeing,
        strength: &mut StrengthJudge,
    ) -> (Self, RecalledOpponent) {
        let strength = strength.judge(games);
        let recalled = RecalledOpponent::new(games, Some(recogniser), ageing);
        // Without games there is only the prior, as its wide interval shows.
        let verdict = match recogniser {
            Recogniser::Habits(judge) => Some(judge.verdict(recalled.evidence)),
            Recogniser::Classic(_) => None,
        };
        let json = Self {
            opponent,
            axes: verdict.map(|verdict| verdict.axes),
            strength: strength.estimate,
            strength_from: strength,
        };
        (json, recalled)
    }
}

/// Opens the database for reading, after moving waiting games into it.
pub(super) fn open_to_read(db: &DatabaseArg) -> anyhow::Result<Store> {
    catch_up(&db.file()?)?;
    db.open_to_read()
}

/// Opens the database for writing single games, in turns with other processes.
pub(super) fn open_to_write(db: &DatabaseArg) -> anyhow::Result<Store> {
    let file = db.file()?;
    catch_up(&file)?;
    Ok(Store::open(&file, Access::Share)?)
}

/// Returns the one opponent of that name.
pub(super) fn only_opponent(store: &Store, name: &str) -> anyhow::Result<Opponent> {
    let mut found = store.find_opponents(name)?;
    if found.len() > 1 {
        let ids: Vec<String> = found
            .iter()
            .map(|opponent| format!("'#{}' ({})", opponent.id, described(opponent)))
            .collect();
        bail!(
            "{}: there are {} opponents '{name}'; say which one: {}",
            store.file().display(),
            found.len(),
            ids.join(", ")
        );
    }
    Ok(found.swap_remove(0))
}

/// Returns a description of an opponent: `human`, `computer on freechess.org`.
pub(super) fn described(opponent: &Opponent) -> String {
    let kind = match opponent.kind {
        bayeschess::store::OpponentKind::Unknown => "kind unknown",
        kind => kind.name(),
    };
    match opponent.origin.as_str() {
        "" => kind.to_owned(),
        origin => format!("{kind} on {origin}"),
    }
}
