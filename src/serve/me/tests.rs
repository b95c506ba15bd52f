//! Tests of files that replace each other, and of work that breaks down.

use std::thread;
use std::time::{Duration, Instant};

use super::*;

#[test]
fn a_file_that_another_replaced_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let reports = PlayerReports::new(folder.path().to_owned(), 1000);
    let first = reports.receive("first.pgn").expect("room");
    let second = reports.receive("second.pgn").expect("room");
    let refusal = reports.received(&first).expect_err("replaced");
    assert_eq!(refusal.code, ProblemCode::FileReplaced);
    reports.received(&second).expect("read");
    assert_eq!(reports.shared.lock().status.file, "second.pgn");
}

#[test]
fn reading_for_a_report_ends_once_its_file_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pgn");
    let game = "[White \"Anna\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";
    std::fs::write(&file, game.repeat(20_000)).expect("written");
    let names = ["Anna".to_owned()];
    let read = |stop: &CancelFlag| {
        let built = report(&file, &names, stop, |_| {});
        built.map_or(0, |(_, summary)| summary.tally.read())
    };
    let stop = CancelFlag::new();
    assert_eq!(read(&stop), 20_000);
    stop.stop();
    assert!(read(&stop) < 20_000);
}

#[test]
fn a_panic_ends_each_step_with_a_problem() {
    let folder = tempfile::tempdir().expect("a folder");
    let reports = PlayerReports::new(folder.path().to_owned(), 1000);
    let number = reports.receive("games.pgn").expect("room").number;
    for (stage, then) in [
        (ReportStage::Reading, ReportStage::Ready),
        (ReportStage::Reporting, ReportStage::Ready),
        (ReportStage::Done, ReportStage::Done),
    ] {
        reports.shared.update(number, |state| {
            state.status.stage = stage;
            state.status.is_remembering = stage == ReportStage::Done;
            state.status.problem = None;
        });
        start(reports.shared.failure_handler(number), || {
            panic!("as tests do")
        })
        .expect("a thread");
        let deadline = Instant::now() + Duration::from_mins(1);
        while reports.shared.lock().status.problem.is_none() {
            assert!(Instant::now() < deadline, "nobody told of the panic");
            thread::sleep(Duration::from_millis(5));
        }
        let status = reports.shared.lock().status.clone();
        assert_eq!((status.stage, status.is_remembering), (then, false));
        let problem = status.problem.unwrap_or_default();
        assert!(problem.contains("an error in the program"), "{problem}");
    }
}
