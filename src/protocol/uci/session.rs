//! A conversation with one GUI: state between lines, and the engine behind it.

use std::io::{BufRead, Write};

use shakmaty::Position as _;

use super::command::{Command, Go, Switch, parse};
use super::limits;
use super::options::{self, Declarations, OVERHEAD, Setting};
use super::output::{Output, Reporter};
use super::played::{Follower, Purpose};
use crate::board::{Game, fen};
use crate::engine::{Engine, Event, Hold, Policy, Weights, load_styles};
use crate::model::{HeuristicSpec, Objective};
use crate::protocol::archive::Archive;
use crate::search::TableSize;
use crate::units::Millis;

/// Where the engine comes from.
const AUTHOR: &str = "the BayesChess authors, after Antonio Fernandez 2005";

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// One conversation. Lines are answered at once; searching happens on the engine's own thread.
pub struct Session<W> {
    out: Output<W>,
    engine: Engine,
    archive: Box<dyn Archive>,
    follower: Follower,
    overhead: Millis,
    debug: Switch,
    analyse: Switch,
    /// What `Objective` says, and what an objective written into `Heuristic` says.
    policy: Policy,
    policy_of_heuristic: Policy,
    heuristic: String,
    opponent: String,
    /// What went wrong before anybody listened.
    notices: Vec<String>,
}

impl<W: Write + Send + 'static> Session<W> {
    /// A session that writes to `writer`. Plays by the learned heuristic and recognises styles by
    /// the shipped table; when either cannot be read, the answer to `uci` says so and the initial
    /// heuristic plays.
    pub fn new(engine: Engine, writer: W, archive: Box<dyn Archive>) -> Self {
        let mut session = Self {
            out: Output::new(writer),
            engine,
            archive,
            follower: Follower::default(),
            overhead: OVERHEAD,
            debug: Switch::Off,
            analyse: Switch::Off,
            policy: Policy::Adapt,
            policy_of_heuristic: Policy::Adapt,
            heuristic: String::new(),
            opponent: String::new(),
            notices: Vec::new(),
        };
        for result in [session.load_heuristic("learned"), session.load_styles("")] {
            session.notices.extend(result.err());
        }
        session
    }

    /// Sets an option before the conversation, by the text of a `setoption` value.
    ///
    /// # Errors
    ///
    /// One sentence that says what is wrong.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let setting = options::read(name, Some(value)).map_err(|error| error.to_string())?;
        self.apply(setting)
    }

    /// Reads lines until `quit` or the end of the input, both of which also end a search.
    ///
    /// # Errors
    ///
    /// What the input reports.
    pub fn run(mut self, mut input: impl BufRead) -> std::io::Result<()> {
        let mut line = Vec::new();
        let ended = loop {
            line.clear();
            match input.read_until(b'\n', &mut line) {
                Ok(0) => break Ok(()),
                Ok(_) => {}
                Err(error) => break Err(error),
            }
            if self.answer(&String::from_utf8_lossy(&line)) == Flow::Quit {
                break Ok(());
            }
        };
        self.engine.stop();
        self.engine.wait();
        self.finish_game();
        ended
    }

    fn answer(&mut self, line: &str) -> Flow {
        match parse(line) {
            Command::Quit => return Flow::Quit,
            Command::Uci => self.introduce(),
            Command::Debug(switch) => self.debug = switch,
            Command::IsReady => self.say_ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.new_game(),
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.engine.stop(),
            Command::PonderHit => {
                self.follower.ponder_hit();
                self.engine.ponder_hit();
            }
            Command::Show => self.show(),
            Command::Eval => self.out.note(format_args!(
                "static score {} for the side to move",
                self.engine.evaluate()
            )),
            Command::Register | Command::Nothing => {
                if self.debug == Switch::On && !line.trim().is_empty() {
                    self.out.note(format_args!("ignored: {}", line.trim()));
                }
            }
        }
        Flow::Continue
    }

    fn introduce(&mut self) {
        self.out.say(format_args!(
            "id name BayesChess {}\nid author {AUTHOR}\n\n{Declarations}",
            env!("CARGO_PKG_VERSION")
        ));
        for notice in self.notices.drain(..) {
            self.out.note(notice);
        }
        self.out.say("uciok");
    }

    fn say_ready(&mut self) {
        // While searching the answer must not wait; else it tells that all settings are made.
        if !self.engine.is_searching() {
            self.engine.wait();
        }
        self.out.say("readyok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let result = options::read(name, value)
            .map_err(|error| error.to_string())
            .and_then(|setting| self.apply(setting));
        if let Err(sentence) = result {
            self.out.note(sentence);
        }
    }

    fn apply(&mut self, setting: Setting) -> Result<(), String> {
        match setting {
            Setting::Hash(mebibytes) => {
                self.engine.set_table_size(TableSize::mebibytes(mebibytes));
            }
            Setting::Threads(threads) if threads > 1 => {
                return Err(format!("Threads {threads}: this engine searches with one"));
            }
            Setting::Overhead(overhead) => self.overhead = overhead,
            Setting::Clear => self.engine.clear(),
            Setting::AnalyseMode(switch) => self.analyse = switch,
            Setting::Opponent(text) => self.opponent = opponent_name(&text),
            Setting::Heuristic(text) => self.load_heuristic(&text)?,
            Setting::Objective(policy) => self.policy = policy,
            Setting::StyleTable(text) => self.load_styles(&text)?,
            Setting::Database(place) => self.archive.open(&place)?,
            Setting::Seed(seed) => self.engine.set_seed(seed),
            Setting::WithoutEffect(name) => {
                return Err(format!("option {name} is accepted and has no effect yet"));
            }
            Setting::Threads(_) | Setting::Silent => {}
        }
        Ok(())
    }

    /// Plays on with the initial heuristic when the wanted one cannot be had.
    fn load_heuristic(&mut self, text: &str) -> Result<(), String> {
        let loaded = text
            .parse::<HeuristicSpec>()
            .map_err(|error| error.to_string())
            .and_then(|spec| Weights::load(&spec).map_err(|error| error.to_string()));
        match loaded {
            Ok(weights) => {
                text.clone_into(&mut self.heuristic);
                self.policy_of_heuristic = written_objective(text);
                self.engine.set_weights(weights);
                Ok(())
            }
            Err(sentence) => {
                "initial".clone_into(&mut self.heuristic);
                self.policy_of_heuristic = Policy::Adapt;
                self.engine.set_weights(Weights::Initial);
                Err(format!("{sentence}; playing with the initial heuristic"))
            }
        }
    }

    fn load_styles(&mut self, text: &str) -> Result<(), String> {
        match load_styles(text) {
            Ok(styles) => {
                self.engine.set_styles(Some(styles));
                Ok(())
            }
            Err(sentence) => {
                self.engine.set_styles(None);
                Err(format!("{sentence}; the opponent's style stays unknown"))
            }
        }
    }

    fn new_game(&mut self) {
        self.engine.stop();
        self.engine.wait();
        self.finish_game();
        self.engine.new_game();
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let start = match fen.map(fen::read) {
            None => Game::new(),
            Some(Ok(position)) => Game::from_position(position),
            Some(Err(error)) => {
                self.out
                    .note(format_args!("{error}; the last position stays"));
                return;
            }
        };
        let mut game = start;
        for text in moves {
            let Some(m) = limits::read_move(game.position(), text) else {
                self.out.note(format_args!(
                    "move '{text}' is not legal after {} half-moves; the position before it stays",
                    game.ply()
                ));
                break;
            };
            game.play(m);
        }
        if self.follower.is_another_game(&game) {
            self.finish_game();
        }
        self.follower.see(&game);
        self.engine.set_game(game);
    }

    fn go(&mut self, go: &Go) {
        let (limits, hold) = limits::of(go, self.engine.game(), self.overhead);
        let policy = match (self.analyse, self.policy) {
            // Analysis wants one opinion, whoever is at the board.
            (Switch::On, _) => Policy::Fixed(Objective::MaxWin),
            (Switch::Off, Policy::Adapt) => self.policy_of_heuristic,
            (Switch::Off, fixed) => fixed,
        };
        self.engine.set_policy(policy);
        let purpose = match hold {
            _ if self.analyse == Switch::On => Purpose::Analysis,
            Hold::None => Purpose::Play,
            Hold::UntilHit(_) => Purpose::Ponder,
            Hold::UntilStopped => Purpose::Analysis,
        };
        let turn = self.engine.game().turn();
        let levels = self.engine.levels(turn);
        let chosen = self.follower.begin(self.engine.game(), purpose, levels);
        let mut reporter = Reporter::new(self.out.clone(), self.engine.game().clone());
        let listener = move |event: Event<'_>| {
            if let Event::Done(report) = event {
                chosen.set(report.best);
            }
            reporter.tell(event);
        };
        self.engine.go(limits, hold, Box::new(listener));
    }

    /// Hands the game that was followed to the archive.
    fn finish_game(&mut self) {
        let Some(played) = self.follower.finish(&self.opponent, &self.heuristic) else {
            return;
        };
        match self.archive.keep(&played) {
            Ok(None) => {}
            Ok(Some(place)) => self.out.note(place),
            Err(sentence) => self.out.note(sentence),
        }
    }

    fn show(&self) {
        let game = self.engine.game();
        let board = format!("{:?}", game.position().board());
        self.out.say(format_args!(
            "{}\nFen: {}\nPhase: {}",
            board.trim_end(),
            fen::write(game.position()),
            game.phase()
        ));
    }
}

/// The objective that a user wrote behind a heuristic; `learned` alone leaves it to adapting.
pub fn written_objective(text: &str) -> Policy {
    text.rsplit_once(':')
        .and_then(|(_, word)| word.parse().ok())
        .map_or(Policy::Adapt, Policy::Fixed)
}

/// The name in `GM 2500 human Anne`, or `none none computer Crafty`: all behind the third word.
fn opponent_name(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        [_, _, "human" | "computer", name @ ..] if !name.is_empty() => name.join(" "),
        words => words.join(" "),
    }
}
