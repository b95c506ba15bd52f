//! The slot of the transposition table under loom, which runs every order of the accesses of several threads.
#![cfg(test)]

#[path = "../../../src/search/table/slot.rs"]
mod slot;

use std::sync::Arc;

use loom::sync::atomic::{AtomicU64, Ordering};
use loom::thread;

/// A key and a packed entry. No two differences of keys equal those of entries.
type KeyAndEntry = (u64, u64);

const FIRST: KeyAndEntry = (0x9d39_247e_3377_6d41, 0x0107_0012_0034_0a1c);
const SECOND: KeyAndEntry = (0x2af7_3980_05aa_a5c7, 0x0209_0056_0078_0b2d);
/// Another entry of the first position.
const DEEPER: KeyAndEntry = (FIRST.0, 0x030b_0012_0034_0a1c);

/// Way to store an entry in two words and to read it again.
#[derive(Clone, Copy)]
struct SlotMethod {
    write: fn(&[AtomicU64; 2], u64, u64),
    read: fn(&[AtomicU64; 2]) -> (u64, u64),
}

const COMBINED: SlotMethod = SlotMethod {
    write: slot::write,
    read: slot::read,
};

/// Key and entry side by side, as no table without locks may keep them.
const PLAIN: SlotMethod = SlotMethod {
    write: |[key, entry], new_key, packed| {
        entry.store(packed, Ordering::Relaxed);
        key.store(new_key, Ordering::Relaxed);
    },
    read: |[key, entry]| (key.load(Ordering::Relaxed), entry.load(Ordering::Relaxed)),
};

/// Checks that what is read under a key was stored under it.
fn check((key, packed): KeyAndEntry, stored: &[KeyAndEntry]) {
    let known = stored.iter().any(|&(of_key, _)| of_key == key);
    assert!(
        !known || stored.contains(&(key, packed)),
        "{key:x}: {packed:x}"
    );
}

/// Two threads store each an entry while this one reads, and reads again after both.
fn store_and_read(method: SlotMethod, before: Option<KeyAndEntry>, new: [KeyAndEntry; 2]) {
    loom::model(move || {
        let slot = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
        if let Some((key, packed)) = before {
            (method.write)(&slot, key, packed);
        }
        let stored: Vec<KeyAndEntry> = new.into_iter().chain(before).collect();
        let writers = new.map(|(key, packed)| {
            let slot = Arc::clone(&slot);
            thread::spawn(move || (method.write)(&slot, key, packed))
        });
        check((method.read)(&slot), &stored);
        for writer in writers {
            writer.join().expect("stored");
        }
        check((method.read)(&slot), &stored);
    });
}

#[test]
fn of_two_positions_no_torn_entry_is_taken_for_a_whole_one() {
    store_and_read(COMBINED, None, [FIRST, SECOND]);
}

#[test]
fn of_one_position_no_torn_entry_is_taken_for_a_whole_one() {
    store_and_read(COMBINED, None, [FIRST, DEEPER]);
}

#[test]
fn an_entry_that_is_replaced_is_whole_or_none() {
    store_and_read(COMBINED, Some(SECOND), [FIRST, DEEPER]);
}

/// The model can tell: without the combination it finds a torn entry.
#[test]
#[should_panic(expected = "9d39247e33776d41: 209005600780b2d")]
fn a_plain_slot_is_torn() {
    store_and_read(PLAIN, None, [FIRST, SECOND]);
}
