//! The filter of system calls: what a program cannot ask the kernel for, in any containment.
//!
//! `table.rs` lists the calls with the reason for each, `machine.rs` makes a program for the
//! kernel's packet filter machine of them, and `ask.rs` answers where the kernel is to ask the
//! keeper. A filter cannot be removed, and applies to everything that a program starts.
//!
//! It is a list of what is refused, not of what is allowed: programs come in all languages, and
//! must still run with a newer C library. So a call of a new kernel is permitted until it is in the
//! table; until then, namespaces, the user and Landlock limit what it can reach.

mod ask;
mod machine;
mod table;

use std::io;
use std::os::fd::{FromRawFd, OwnedFd};

use nix::libc;

pub(crate) use ask::answer;
pub use table::markdown;

use crate::policy::Setup;

/// Sets the filter for this process and all that it starts. Returns the file through which the
/// keeper is asked, where it is. It must not gain privileges any more.
pub(crate) fn install(setup: &Setup) -> io::Result<Option<OwnedFd>> {
    let asks = !setup.is_apart();
    let mut program = machine::program(&table::rules(setup));
    let program = libc::sock_fprog {
        len: program.len() as u16,
        filter: program.as_mut_ptr(),
    };
    let flags = if asks {
        libc::SECCOMP_FILTER_FLAG_NEW_LISTENER
    } else {
        0
    };
    #[expect(unsafe_code, reason = "the system's library has no name for this call")]
    // SAFETY: the kernel copies the instructions, which live until the end of this function.
    let number = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            flags,
            &raw const program,
        )
    };
    if number < 0 {
        return Err(io::Error::last_os_error());
    }
    #[expect(unsafe_code, reason = "a file comes as a bare number")]
    // SAFETY: the kernel has just opened it, and nobody else knows it.
    Ok(asks.then(|| unsafe { OwnedFd::from_raw_fd(number as i32) }))
}
