//! SQLite's file system layer (VFS): the system's own one, with every write noted before it is done.
//!
//! The tables of functions and the layout of a file are SQLite's (*The SQLite OS Interface or "VFS"*, sqlite.org/vfs.html). A
//! file of ours is a head, and behind it the file of the layer below.

use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rusqlite::ffi::{
    self, sqlite3_file, sqlite3_filename, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs,
};

/// Something that happened to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Bytes were written.
    Write {
        /// The file.
        file: PathBuf,
        /// The place of the first byte.
        at: u64,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// The length was set.
    Truncate {
        /// The file.
        file: PathBuf,
        /// The length.
        length: u64,
    },
    /// Everything written before is on the disk, and the file's name too.
    Sync {
        /// The file.
        file: PathBuf,
        /// True if its folder was synced with it, and so the names of all files there.
        folder: bool,
    },
    /// The file was deleted.
    Delete {
        /// The file.
        file: PathBuf,
        /// True if its folder was synced.
        synced: bool,
    },
    /// The program was told that so much is committed.
    Mark(u32),
}

/// Which calls fail, counted from 0: writes, changes of length and syncs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// None.
    Never,
    /// One call.
    Once(u64),
    /// This call and all that follow.
    From(u64),
}

struct State {
    events: Option<Vec<Event>>,
    failure: Failure,
    calls: u64,
}

static STATE: Mutex<State> = Mutex::new(State {
    events: None,
    failure: Failure::Never,
    calls: 0,
});

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn note(event: impl FnOnce() -> Event) {
    if let Some(events) = &mut state().events {
        events.push(event());
    }
}

/// Returns true if the next call is to fail.
fn fails() -> bool {
    let mut state = state();
    let call = state.calls;
    state.calls += 1;
    match state.failure {
        Failure::Never => false,
        Failure::Once(number) => call == number,
        Failure::From(number) => call >= number,
    }
}

/// Notes what `work` does to files, and returns it.
pub fn recording(work: impl FnOnce()) -> Vec<Event> {
    state().events = Some(Vec::new());
    work();
    state().events.take().unwrap_or_default()
}

/// Notes that the program was told of `committed` things.
pub fn mark(committed: u32) {
    note(|| Event::Mark(committed));
}

/// Lets calls fail from now on, and returns the number of calls since the last time.
pub fn fail(failure: Failure) -> u64 {
    let mut state = state();
    state.failure = failure;
    std::mem::take(&mut state.calls)
}

/// Makes this layer the one that SQLite uses.
///
/// # Panics
///
/// If SQLite refuses it.
pub fn install() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        // SAFETY: the default layer is there from initialisation on and is never freed; ours is leaked.
        let code = unsafe {
            assert_eq!(ffi::sqlite3_initialize(), ffi::SQLITE_OK);
            let below = ffi::sqlite3_vfs_find(std::ptr::null());
            assert!(!below.is_null());
            BELOW
                .set(Below(below))
                .unwrap_or_else(|_| unreachable!("set once"));
            let mut ours = *below;
            ours.pNext = std::ptr::null_mut();
            ours.zName = c"noted".as_ptr();
            ours.szOsFile += c_int::try_from(HEAD).expect("a small head");
            ours.xOpen = Some(open);
            ours.xDelete = Some(delete);
            ffi::sqlite3_vfs_register(Box::leak(Box::new(ours)), 1)
        };
        assert_eq!(code, ffi::SQLITE_OK);
    });
}

struct Below(*mut sqlite3_vfs);
// SAFETY: SQLite's layers are made to be used by any thread.
unsafe impl Send for Below {}
// SAFETY: as above.
unsafe impl Sync for Below {}
static BELOW: OnceLock<Below> = OnceLock::new();

fn below() -> *mut sqlite3_vfs {
    BELOW.get().expect("installed").0
}

/// A file of ours; the file of the layer below begins `HEAD` bytes after it.
#[repr(C)]
struct Noted {
    base: sqlite3_file,
    /// Owned; null for files without a name, which SQLite keeps for itself alone.
    path: *mut PathBuf,
    /// True until the first sync of a log or journal, with which the layer below syncs the folder.
    names_new: bool,
}

const HEAD: usize = size_of::<Noted>().next_multiple_of(16);

/// The file of the layer below.
unsafe fn inner(file: *mut sqlite3_file) -> *mut sqlite3_file {
    // SAFETY: SQLite allots `szOsFile` bytes, of which the last belong to the layer below.
    unsafe { file.cast::<u8>().add(HEAD).cast() }
}

/// The name of a file of ours.
unsafe fn path<'a>(file: *mut sqlite3_file) -> Option<&'a Path> {
    // SAFETY: `open` has written the head; the path lives until `close`.
    unsafe { (*file.cast::<Noted>()).path.as_ref().map(PathBuf::as_path) }
}

unsafe fn path_of(name: *const c_char) -> Option<PathBuf> {
    if name.is_null() {
        return None;
    }
    // SAFETY: SQLite gives names that end with a nul byte.
    let name = unsafe { CStr::from_ptr(name) };
    Some(PathBuf::from(OsStr::from_bytes(name.to_bytes())))
}

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: sqlite3_filename,
    file: *mut sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    // SAFETY: the arguments are those that SQLite gives to the layer below, with the room that it asks for.
    unsafe {
        (*file).pMethods = std::ptr::null();
        let open = (*below()).xOpen.expect("every layer opens");
        let code = open(below(), name, inner(file), flags, out);
        if !(*inner(file)).pMethods.is_null() {
            let path =
                path_of(name).map_or(std::ptr::null_mut(), |path| Box::into_raw(Box::new(path)));
            (*file.cast::<Noted>()).path = path;
            let journals = ffi::SQLITE_OPEN_WAL | ffi::SQLITE_OPEN_MAIN_JOURNAL;
            (*file.cast::<Noted>()).names_new =
                flags & ffi::SQLITE_OPEN_CREATE != 0 && flags & journals != 0;
            (*file).pMethods = &raw const METHODS;
        }
        code
    }
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, synced: c_int) -> c_int {
    // SAFETY: as above.
    unsafe {
        let delete = (*below()).xDelete.expect("every layer deletes");
        let code = delete(below(), name, synced);
        if let (ffi::SQLITE_OK, Some(file)) = (code, path_of(name)) {
            let synced = synced != 0;
            note(|| Event::Delete { file, synced });
        }
        code
    }
}

static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    // Without memory maps of the database, which nobody could note.
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    // SAFETY: the file was opened by `open` and is not used after this.
    unsafe {
        let path = std::mem::replace(&mut (*file.cast::<Noted>()).path, std::ptr::null_mut());
        if !path.is_null() {
            drop(Box::from_raw(path));
        }
        (*(*inner(file)).pMethods).xClose.expect("closes")(inner(file))
    }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    bytes: *const c_void,
    length: c_int,
    at: sqlite3_int64,
) -> c_int {
    // SAFETY: SQLite gives `length` bytes.
    unsafe {
        if let Some(file) = path(file) {
            if fails() {
                return ffi::SQLITE_FULL;
            }
            let bytes = std::slice::from_raw_parts(
                bytes.cast::<u8>(),
                length.try_into().expect("a length"),
            );
            note(|| Event::Write {
                file: file.to_owned(),
                at: at.cast_unsigned(),
                bytes: bytes.to_vec(),
            });
        }
        (*(*inner(file)).pMethods).xWrite.expect("writes")(inner(file), bytes, length, at)
    }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, length: sqlite3_int64) -> c_int {
    // SAFETY: as in `open`.
    unsafe {
        if let Some(file) = path(file) {
            if fails() {
                return ffi::SQLITE_IOERR_TRUNCATE;
            }
            note(|| Event::Truncate {
                file: file.to_owned(),
                length: length.cast_unsigned(),
            });
        }
        (*(*inner(file)).pMethods).xTruncate.expect("truncates")(inner(file), length)
    }
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    // SAFETY: as in `open`.
    unsafe {
        if path(file).is_some() && fails() {
            return ffi::SQLITE_IOERR_FSYNC;
        }
        let code = (*(*inner(file)).pMethods).xSync.expect("syncs")(inner(file), flags);
        let folder = std::mem::take(&mut (*file.cast::<Noted>()).names_new);
        if let (ffi::SQLITE_OK, Some(file)) = (code, path(file)) {
            note(|| Event::Sync {
                file: file.to_owned(),
                folder,
            });
        }
        code
    }
}

/// Functions that pass their arguments on.
macro_rules! passed_on {
    ($($name:ident = $method:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?;)*) => {
        $(unsafe extern "C" fn $name(file: *mut sqlite3_file $(, $argument: $kind)*) $(-> $result)? {
            // SAFETY: SQLite's own arguments, for the file of the layer below.
            unsafe {
                (*(*inner(file)).pMethods).$method.expect("the layer below has it")(inner(file) $(, $argument)*)
            }
        })*
    };
}

passed_on! {
    read = xRead(to: *mut c_void, length: c_int, at: sqlite3_int64) -> c_int;
    file_size = xFileSize(size: *mut sqlite3_int64) -> c_int;
    lock = xLock(level: c_int) -> c_int;
    unlock = xUnlock(level: c_int) -> c_int;
    check_reserved_lock = xCheckReservedLock(found: *mut c_int) -> c_int;
    file_control = xFileControl(operation: c_int, argument: *mut c_void) -> c_int;
    sector_size = xSectorSize() -> c_int;
    device_characteristics = xDeviceCharacteristics() -> c_int;
    shm_map = xShmMap(page: c_int, size: c_int, extend: c_int, map: *mut *mut c_void) -> c_int;
    shm_lock = xShmLock(offset: c_int, number: c_int, flags: c_int) -> c_int;
    shm_barrier = xShmBarrier();
    shm_unmap = xShmUnmap(delete: c_int) -> c_int;
}
