//! The list of opponents, and the row of each.

use rusqlite::{OptionalExtension as _, Row, params};
use serde::Serialize;

use super::key::{OpponentKey, OpponentKind};
use crate::identity::{name_key, tidy_name};
use crate::store::error::StoreError;
use crate::store::open::Store;

/// Somebody of whom games are remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opponent {
    /// The number in this database.
    pub id: i64,
    /// The name, tidied.
    pub name: String,
    /// The site they play on; empty for this computer.
    pub origin: String,
    /// Person or program.
    pub kind: OpponentKind,
    /// Other spellings of the name.
    pub aliases: Vec<String>,
    /// Number of remembered games.
    pub games: u64,
    /// Number of remembered games that this program played.
    pub games_played: u64,
    /// When the first game was stored, UTC.
    pub first_seen: String,
    /// When the last game was stored, UTC.
    pub last_seen: String,
}

impl Opponent {
    /// Returns the key of the name.
    pub fn key(&self) -> OpponentKey {
        OpponentKey::new(&self.name, &self.origin, self.kind)
    }
}

const LISTED: &str = "SELECT id, name, origin, kind, games, games_played, first_seen, last_seen
    FROM opponent_list";

impl Store {
    /// Returns all opponents, the last seen first.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn opponents(&self) -> Result<Vec<Opponent>, StoreError> {
        self.listed_opponents("ORDER BY last_seen DESC, name, origin, kind", ())
    }

    /// Returns the opponents of this name or alias, in any capitals, wherever they play; `#3` names the one with
    /// that id.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unknown`] if there is none.
    pub fn find_opponents(&self, name: &str) -> Result<Vec<Opponent>, StoreError> {
        let id: Option<i64> = name.strip_prefix('#').and_then(|id| id.parse().ok());
        let key = name_key(name);
        let found = self.listed_opponents(
            "WHERE id = ?1
                OR id IN (SELECT id FROM opponents WHERE composed_name(key) = ?2
                             OR substr(composed_name(key), 1, ?3) = ?2 || char(9))
                OR id IN (SELECT opponent FROM opponent_aliases WHERE composed_name(key) = ?2
                             OR substr(composed_name(key), 1, ?3) = ?2 || char(9))
             ORDER BY games DESC, id",
            params![id, key, key.chars().count() + 1],
        )?;
        if found.is_empty() {
            return Err(StoreError::Unknown {
                file: self.file.clone(),
                what: "opponent",
                name: name.to_owned(),
                list: "opponent list",
            });
        }
        Ok(found)
    }

    /// Returns the opponent of a row.
    pub(super) fn opponent_of_row(&self, row: i64) -> Result<Option<Opponent>, StoreError> {
        Ok(self.listed_opponents("WHERE id = ?1", [row])?.pop())
    }

    fn listed_opponents(
        &self,
        clause: &str,
        values: impl rusqlite::Params,
    ) -> Result<Vec<Opponent>, StoreError> {
        let sql = |error| self.explain(error);
        let mut statement = self
            .connection
            .prepare_cached(&format!("{LISTED} {clause}"))
            .map_err(sql)?;
        let rows = statement.query_map(values, opponent_of).map_err(sql)?;
        let mut found: Vec<Opponent> = rows.collect::<Result<_, _>>().map_err(sql)?;
        for opponent in &mut found {
            opponent.aliases = self.aliases(opponent.id)?;
        }
        Ok(found)
    }

    fn aliases(&self, opponent: i64) -> Result<Vec<String>, StoreError> {
        self.connection
            .prepare_cached("SELECT name FROM opponent_aliases WHERE opponent = ?1 ORDER BY key")
            .and_then(|mut statement| {
                let names = statement.query_map([opponent], |row| row.get::<_, String>(0))?;
                names.map(|name| Ok(tidy_name(&name?))).collect()
            })
            .map_err(|error| self.explain(error))
    }

    /// Returns the row of an opponent, by name or alias.
    pub(in crate::store) fn known_opponent(
        &self,
        key: &OpponentKey,
    ) -> Result<Option<i64>, StoreError> {
        let key = key.database_key();
        let known = self.opponent_with("key", &key)?;
        if known.is_some() || key.is_ascii() {
            return Ok(known);
        }
        // Earlier versions wrote keys whose letters were not composed.
        self.opponent_with("composed_name(key)", &key)
    }

    /// Returns the row of the opponent with the key `wanted`; `key` is the SQL expression that is compared.
    fn opponent_with(&self, key: &str, wanted: &str) -> Result<Option<i64>, StoreError> {
        self.connection
            .prepare_cached(&format!(
                "SELECT id FROM opponents WHERE {key} = ?1
                 UNION ALL SELECT opponent FROM opponent_aliases WHERE {key} = ?1 LIMIT 1"
            ))
            .and_then(|mut statement| statement.query_row([wanted], |row| row.get(0)).optional())
            .map_err(|error| self.explain(error))
    }

    /// The row of an opponent, who is added when new; seen at `when`.
    pub(in crate::store) fn opponent_row(
        &self,
        key: &OpponentKey,
        when: Option<&str>,
    ) -> Result<i64, StoreError> {
        let sql = |error| self.explain(error);
        // A program has a key of its own, so that one met under another spelling leaves the opponent what it is.
        if let Some(id) = self.known_opponent(key)? {
            self.connection
                .prepare_cached(
                    "UPDATE opponents SET
                         first_seen = min(first_seen, seen), last_seen = max(last_seen, seen),
                         kind = CASE WHEN kind = 'unknown' AND ?3 <> 'computer' THEN ?3 ELSE kind END
                     FROM (SELECT coalesce(?2, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) AS seen)
                     WHERE id = ?1",
                )
                .and_then(|mut statement| statement.execute(params![id, when, key.kind.name()]))
                .map_err(sql)?;
            return Ok(id);
        }
        self.connection
            .prepare_cached(
                "INSERT INTO opponents (key, name, origin, kind, first_seen, last_seen)
                 SELECT ?1, ?2, ?3, ?4, seen, seen
                 FROM (SELECT coalesce(?5, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) AS seen)
                 RETURNING id",
            )
            .and_then(|mut statement| {
                let name = tidy_name(&key.name);
                statement.query_row(
                    params![key.database_key(), name, key.origin, key.kind.name(), when],
                    |row| row.get(0),
                )
            })
            .map_err(sql)
    }
}

fn opponent_of(row: &Row<'_>) -> rusqlite::Result<Opponent> {
    Ok(Opponent {
        id: row.get(0)?,
        // Earlier versions kept invisible characters, some of which turn the direction of writing around.
        name: tidy_name(&row.get::<_, String>(1)?),
        origin: row.get(2)?,
        kind: OpponentKind::from_name(&row.get::<_, String>(3)?),
        aliases: Vec::new(),
        games: row.get(4)?,
        games_played: row.get(5)?,
        first_seen: row.get(6)?,
        last_seen: row.get(7)?,
    })
}
