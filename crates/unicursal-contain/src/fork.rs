//! Copies of this process.
//!
//! A copy costs a tenth of what starting our executable again would: nothing is loaded, and memory
//! is shared until it is written to. It is only for the zygote and what descends from it, which
//! have a single thread; with others, one of them might hold a lock that nobody in the copy ever
//! releases.

use nix::unistd::{ForkResult, Pid, fork};

/// Starts a copy of this process, which does the work and ends with the code that comes out of it.
/// What the work owns is dropped here, so that pipes close. The copy has all other open files as
/// well.
pub fn copy(work: impl FnOnce() -> u8) -> nix::Result<Pid> {
    #[expect(unsafe_code, reason = "there is no other way to copy a process")]
    // SAFETY: the process has a single thread (see above), so that the copy finds everything, the
    // allocator among it, in the state in which it is here.
    let result = unsafe { fork() }?;
    match result {
        ForkResult::Parent { child } => Ok(child),
        ForkResult::Child => end(work()),
    }
}

/// Ends a copy at once. What the original does at its end must not be done here.
fn end(code: u8) -> ! {
    #[expect(
        unsafe_code,
        reason = "the standard library only ends processes with all their rites"
    )]
    // SAFETY: this only ends the process; nothing here is needed any more.
    unsafe {
        nix::libc::_exit(i32::from(code))
    }
}
