//! `studio` from the outside; the server itself is tested in its own crate.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;

use crate::run::Place;

#[test]
fn prints_its_address_serves_and_ends_with_ctrl_c() {
    let place = Place::new("studio_serves");
    let mut command = place.command(&["studio", "--listen", "127.0.0.1:0"]);
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap();
    let address = address.strip_suffix('/').unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200 OK"), "{page}");
    let id = child.id().to_string();
    let killed = Command::new("sh")
        .args(["-c", &format!("kill -INT {id}")])
        .status();
    assert!(killed.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn an_address_that_is_taken_is_bad_input() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let place = Place::new("studio_taken");
    let ended = place.run(&["studio", "--listen", &address]);
    assert_eq!(ended.code, Some(2));
    let begins = format!("unicursal: {address}: ");
    assert!(ended.stderr.starts_with(&begins), "{}", ended.stderr);
}
