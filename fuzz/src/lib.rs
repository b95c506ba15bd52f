//! The invariants of the project's tests, for libFuzzer.

#[path = "../../tests/all/fuzz/invariants/mod.rs"]
pub mod invariants;

/// Holds bytes to the invariant of a target.
pub fn check(name: &str, bytes: &[u8]) {
    let target = invariants::TARGETS.iter().find(|target| target.name == name);
    (target.expect("a target of that name").check)(bytes);
}
