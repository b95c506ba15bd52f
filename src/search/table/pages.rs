//! The memory of the transposition table: mapped and zeroed by the system, and less than was asked for where it is short.

use std::alloc::{Layout, handle_alloc_error};

use memmap2::MmapMut;

/// From this size in bytes on a table asks for huge pages (2 MiB on x86-64); in smaller tables they would not pay
/// for the call.
const WORTH_HUGE_PAGES: usize = 4 << 20;

/// Up to this size in bytes a table is made without looking for what it leaves.
const SMALL: usize = 1 << 20;

/// Returns true if this many bytes can be had at once.
pub fn has_room(bytes: usize) -> bool {
    MmapMut::map_anon(bytes).is_ok()
}

/// Returns zeroed memory of at least one bucket, in huge pages where they pay.
///
/// The size is halved until it fits. Large memory leaves `left_free` bytes, and never takes more than the machine has.
pub(super) fn zeroed(bytes: usize, bucket: usize, left_free: usize) -> MmapMut {
    let memory = room_for(bytes, bucket, left_free);
    if memory.len() >= WORTH_HUGE_PAGES {
        // A probe goes anywhere in the table: with small pages nearly each one also waits for the page's
        // address. Huge pages must be asked for before the first touch. Where the system has none the table
        // works as well.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
    }
    memory
}

/// Returns the machine's memory in bytes. A system may promise more than it has, and kill a program that uses it.
fn physical_memory() -> usize {
    #[cfg(target_os = "linux")]
    {
        let info = rustix::system::sysinfo();
        let bytes = u128::from(info.totalram) * u128::from(info.mem_unit);
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
    #[cfg(not(target_os = "linux"))]
    usize::MAX
}

fn room_for(bytes: usize, bucket: usize, left_free: usize) -> MmapMut {
    let physical = physical_memory();
    let most = physical - left_free.min(physical / 2);
    let mut buckets = (bytes.min(most) / bucket).max(1);
    loop {
        let bytes = buckets * bucket;
        // Small tables are made too often to ask twice.
        let leaves_room = bytes <= SMALL || has_room(bytes.saturating_add(left_free));
        match MmapMut::map_anon(bytes) {
            Ok(memory) if leaves_room => return memory,
            _ if buckets > 1 => buckets /= 2,
            _ => handle_alloc_error(Layout::new::<u64>()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_memory_has_no_room_for_all_it_has_for_less() {
        let room = zeroed(usize::MAX, 64, 0).len();
        assert!(0 < room && room < usize::MAX && room.is_multiple_of(64));
    }

    #[test]
    fn large_memory_leaves_what_is_to_be_left() {
        // No machine has so much.
        let room = zeroed(1 << 30, 64, usize::MAX >> 1).len();
        assert_eq!(room, SMALL);
        assert_eq!(zeroed(SMALL, 64, usize::MAX >> 1).len(), SMALL);
    }
}
