//! Open files, handed to another process through a socket.

use std::io::{IoSlice, IoSliceMut};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;

use nix::sys::socket::{ControlMessage, ControlMessageOwned, MsgFlags, recvmsg, sendmsg};

/// Hands files over, with a byte that carries them.
pub fn send(socket: &UnixStream, files: &[&OwnedFd]) -> nix::Result<()> {
    let numbers: Vec<RawFd> = files.iter().map(|file| file.as_raw_fd()).collect();
    let sent = [ControlMessage::ScmRights(&numbers)];
    let byte = [IoSlice::new(b"f")];
    sendmsg::<()>(socket.as_raw_fd(), &byte, &sent, MsgFlags::empty(), None)?;
    Ok(())
}

/// Waits for this many files, at most three; `None` if the other side is gone.
pub fn receive<const N: usize>(socket: &UnixStream) -> Option<[OwnedFd; N]> {
    let mut byte = [0];
    let mut into = [IoSliceMut::new(&mut byte)];
    let mut space = nix::cmsg_space!([RawFd; 3]);
    let socket = socket.as_raw_fd();
    let message = recvmsg::<()>(socket, &mut into, Some(&mut space), MsgFlags::empty()).ok()?;
    let mut received = Vec::new();
    for part in message.cmsgs().ok()? {
        if let ControlMessageOwned::ScmRights(numbers) = part {
            received.extend(numbers);
        }
    }
    #[expect(unsafe_code, reason = "files come through a socket as bare numbers")]
    // SAFETY: the kernel has just opened these numbers for us, and nobody else knows them.
    let received = received
        .into_iter()
        .map(|number| unsafe { OwnedFd::from_raw_fd(number) });
    received.collect::<Vec<OwnedFd>>().try_into().ok()
}
