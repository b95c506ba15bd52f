//! `bayeschess play` at a terminal and under signals: lines are edited, and no unfinished game is lost.
#![cfg(unix)]

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::support::{folder, interrupt, process};

/// The options of each game: quick moves, and no files outside the folder.
const QUICK: [&str; 5] = ["play", "--nodes", "500", "--db", "games.db"];

/// Returns the text of the log of games beside the database.
fn log(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("games.db.played.pgn")).expect("a log of games")
}

/// Reads a prompt, which has no end of line.
fn until_prompt(output: &mut BufReader<ChildStdout>, prompt: &str) {
    let mut seen = Vec::new();
    while !String::from_utf8_lossy(&seen).ends_with(prompt) {
        let mut byte = [0];
        output.read_exact(&mut byte).expect("not ended yet");
        seen.push(byte[0]);
    }
}

#[test]
fn ctrl_c_logs_the_unfinished_game_while_the_user_thinks() {
    let folder = folder();
    let mut child = process(folder.path())
        .args(QUICK)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let mut input = child.stdin.take().expect("piped");
    until_prompt(&mut output, "1. ");
    writeln!(input, "e4").expect("typed");
    until_prompt(&mut output, "\n2. ");
    interrupt(&child);
    let status = child.wait().expect("ended");
    assert_eq!(status.code(), Some(130));
    assert!(
        log(folder.path()).contains("1. e4 "),
        "{}",
        log(folder.path())
    );
}

/// The processor time of a process so far, in ticks of the system.
#[cfg(target_os = "linux")]
fn ticks(child: &Child) -> u64 {
    let file = format!("/proc/{}/stat", child.id());
    let text = std::fs::read_to_string(file).expect("running");
    // The name in brackets may hold blanks; user and system time are the 12th and 13th field behind it.
    let (_, fields) = text.rsplit_once(") ").expect("a name");
    let fields = fields.split(' ').skip(11).take(2);
    fields.map(|time| time.parse::<u64>().expect("ticks")).sum()
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_a_search_without_limit_and_logs_the_game() {
    let folder = folder();
    let mut child = process(folder.path())
        .args(["play", "--depth", "127", "--no-book", "--db", "games.db"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let mut input = child.stdin.take().expect("piped");
    until_prompt(&mut output, "1. ");
    let before = ticks(&child);
    writeln!(input, "e4").expect("typed");
    // Nothing but a search takes so much time; its answer would never come.
    crate::support::wait_until("the engine thinks", || ticks(&child) > before + 20);
    interrupt(&child);
    let status = child.wait().expect("ended");
    assert_eq!(status.code(), Some(130));
    let log = log(folder.path());
    assert!(log.contains("1. e4 *"), "{log}");
}

/// A terminal that a game is played at.
pub struct Terminal {
    keys: File,
    screen: Receiver<Vec<u8>>,
    seen: String,
    pub child: Child,
}

impl Terminal {
    pub fn open(folder: &Path, arguments: &[&str]) -> Self {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&keys).expect("granted");
        unlockpt(&keys).expect("unlocked");
        let name = ptsname(&keys, Vec::new()).expect("its name");
        let other = File::options()
            .read(true)
            .write(true)
            .open(name.to_str().expect("a path"))
            .expect("opened");
        let side = || Stdio::from(other.try_clone().expect("one more"));
        let child = process(folder)
            .args(arguments)
            .env("TERM", "xterm")
            .stdin(side())
            .stdout(side())
            .stderr(side())
            .spawn()
            .expect("started");
        drop(other);
        let keys = File::from(keys);
        let mut reading = keys.try_clone().expect("one more");
        let (sender, screen) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reading.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            keys,
            screen,
            seen: String::new(),
            child,
        }
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("pressed");
    }

    /// Waits until the screen shows a text, behind what was waited for last.
    pub fn shows(&mut self, text: &str) {
        loop {
            if let Some(place) = self.seen.find(text) {
                self.seen.drain(..place + text.len());
                return;
            }
            let more = self.screen.recv_timeout(Duration::from_mins(1));
            let more = more.unwrap_or_else(|_| panic!("no {text:?} in {:?}", self.seen));
            self.seen += &String::from_utf8_lossy(&more);
        }
    }
}

#[test]
fn the_strength_is_asked_for_in_ratings_of_people() {
    let folder = folder();
    let mut terminal = Terminal::open(folder.path(), &["play", "--no-db"]);
    terminal.shows("a lichess rapid rating, 980-2710, or full (Enter: 1500)? ");
    terminal.press("700\r");
    terminal.shows("A number from 980 to 2710, or full (Enter: 1500)? ");
    terminal.press("980\r");
    // The rating's error is that of the table.
    terminal.shows("plays modern:learned as well as people rated 980 ± 170 in rapid games");
    terminal.shows("1. ");
    terminal.press("level 1250\r");
    terminal.shows("The machine plays as well as people rated 1250 ± 140 in rapid games");
    terminal.press("quit\r");
    assert!(terminal.child.wait().expect("ended").success());
    // Enter alone is a player in the middle, in Spanish too.
    let spanish = ["play", "--no-db", "--language", "es"];
    let mut terminal = Terminal::open(folder.path(), &spanish);
    terminal.shows("980-2710, o total (Intro: 1500): ");
    terminal.press("\r");
    terminal.shows("como quien tiene 1500 ± 1");
    terminal.press("salir\r");
    assert!(terminal.child.wait().expect("ended").success());
}

/// A game of somebody who is not at this computer.
const ELSEWHERE: &str = "[White \"Aaron\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 \
    5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 1-0\n";

#[test]
fn who_sits_at_the_terminal_is_asked_and_a_guest_is_not_stored() {
    let folder = folder();
    let quick = [&QUICK[..], &["--level", "1"]].concat();
    let resign = |terminal: &mut Terminal, kept: &str| {
        terminal.shows("1. ");
        terminal.press("e4\r");
        terminal.shows("2. ");
        terminal.press("resign\r");
        terminal.shows(kept);
        terminal.shows("new or quit> ");
        terminal.press("quit\r");
        assert!(terminal.child.wait().expect("ended").success());
    };
    let mut guest = Terminal::open(folder.path(), &quick);
    guest.shows("Your name (Enter: guest)? ");
    guest.press("\r");
    guest.shows("You play as a guest: your games are neither stored nor remembered.");
    resign(&mut guest, "Game over, 0-1");
    let files = std::fs::read_dir(folder.path()).expect("a folder");
    assert_eq!(files.count(), 0, "a guest leaves nothing");
    let mut anna = Terminal::open(folder.path(), &quick);
    anna.shows("Your name (Enter: guest)? ");
    anna.press("?\r");
    anna.shows("A name with a letter in it (Enter: guest)? ");
    anna.press(" Anna \r");
    anna.shows("Anna: ");
    resign(&mut anna, "(game kept in games.db");
    assert!(log(folder.path()).contains("[White \"Anna\"]"));
    // Somebody whose games were read later did not play here.
    std::fs::write(folder.path().join("a.pgn"), ELSEWHERE).expect("written");
    let learn = [
        "opponent", "learn", "a.pgn", "--player", "Aaron", "--db", "games.db",
    ];
    let learned = process(folder.path()).args(learn).output().expect("ran");
    assert!(learned.status.success(), "{learned:?}");
    let spanish = ["play", "--db", "games.db", "--language", "es"];
    let mut again = Terminal::open(folder.path(), &spanish);
    again.shows("Tu nombre (Intro: Anna; invitado: -): ");
    again.press("\r");
    again.shows("980-2710, o total (Intro: 1500): ");
    again.press("\r");
    again.shows("Anna: ");
    again.shows("1. ");
    again.press("nombre -\r");
    again.shows("Juegas como invitado: tus partidas no se guardan ni se recuerdan.");
    again.press("salir\r");
    assert!(again.child.wait().expect("ended").success());
    // A name that is given, and a game that is not stored, need no question.
    for (given, said) in [
        (["--opponent-name", "Cleo"].as_slice(), "Cleo: "),
        (["--no-db"].as_slice(), "You have White"),
    ] {
        let mut told = Terminal::open(folder.path(), &[&["play", "--level", "1"], given].concat());
        told.shows(said);
        // Ctrl-C counts once the line is edited.
        told.shows("1. ");
        told.press("\u{3}");
        assert_eq!(told.child.wait().expect("ended").code(), Some(130));
    }
}

#[test]
fn a_line_is_edited_completed_and_recalled_and_ctrl_c_leaves() {
    let folder = folder();
    let mut terminal = Terminal::open(folder.path(), &[&QUICK[..], &["--level", "1"]].concat());
    terminal.shows("(Enter: guest)? ");
    terminal.press("Anna\r");
    terminal.shows("1. ");
    // The cursor goes back and the forgotten letter comes in.
    terminal.press("Nf\u{1b}[D\u{1b}[D\u{1b}[C\u{1b}[C3\r");
    terminal.shows("2. ");
    // A tabulator completes what can be only one word.
    terminal.press("takeb\t\r");
    terminal.shows("1. ");
    // The move before the last line again.
    terminal.press("\u{1b}[A\u{1b}[A\r");
    terminal.shows("2. ");
    terminal.press("\u{3}");
    let status = terminal.child.wait().expect("ended");
    assert_eq!(status.code(), Some(130), "{}", terminal.seen);
    let log = log(folder.path());
    assert!(log.contains("1. Nf3 "), "{log}");
    assert!(BufReader::new(log.as_bytes()).lines().count() > 7, "{log}");
}
