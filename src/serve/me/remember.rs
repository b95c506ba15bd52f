//! Remembers the games of the report, if the user asks for it.

use std::sync::Arc;

use crossbeam_channel::Sender;
use serde::Deserialize;

use super::status::ReportStage;
use super::work_thread::start;
use super::{Answer, PlayerReports, exactly};
use crate::identity::player_name;
use crate::pgn::IngestProgress;
use crate::serve::command::{Problem, ProblemCode};
use crate::serve::opponents::OpponentShelf;
use crate::serve::session::SessionOrder;

/// States under which name the games are to be remembered.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::serve) struct RememberCommand {
    pub name: String,
}

impl PlayerReports {
    /// Begins to learn the games that the report is about, and tells the session when they are learned.
    ///
    /// # Errors
    ///
    /// Without a report, while games are being learned, and for an empty name.
    pub fn remember(
        &self,
        command: &RememberCommand,
        opponents: &Arc<OpponentShelf>,
        session: &Sender<SessionOrder>,
    ) -> Answer<()> {
        let name = player_name(&command.name).ok_or_else(Problem::nameless)?;
        let mut state = self.shared.lock();
        let is_free = state.status.stage == ReportStage::Done && !state.status.is_remembering;
        let (Some(games), true) = (state.games.clone(), is_free) else {
            let sentence = "no report is there whose games can be remembered; write one first";
            return Err(Problem::new(ProblemCode::NoReport, sentence));
        };
        state.status.is_remembering = true;
        state.status.remembered = None;
        state.status.problem = None;
        let (number, names) = (state.number, state.status.names.clone());
        drop(state);
        self.shared.tell();
        let (shared, opponents) = (Arc::clone(&self.shared), Arc::clone(opponents));
        let session = session.clone();
        let begun = start(self.shared.failure_handler(number), move || {
            let mut on_progress = |progress: &IngestProgress| {
                shared.update(number, |state| {
                    state.status.bytes_read = progress.bytes_read;
                });
            };
            let learned = opponents.learn(&games.path(), &exactly(&names), &name, &mut on_progress);
            shared.update(number, |state| {
                state.status.is_remembering = false;
                match learned {
                    Ok(learned) => state.status.remembered = Some(learned),
                    Err(problem) => state.status.problem = Some(problem),
                }
            });
            // The session may have ended already.
            let _ = session.send(SessionOrder::Learned(name));
        });
        if begun.is_err() {
            self.shared
                .update(number, |state| state.status.is_remembering = false);
        }
        begun
    }
}
