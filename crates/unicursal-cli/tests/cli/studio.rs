//! `studio` from the outside; the server itself is tested in its own crate.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};

use crate::run::{Place, output_of, signal, wait_until};

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
    signal(&child, "INT");
    drop(stdout);
    assert_eq!(
        output_of(child).status.code(),
        Some(0),
        "it did as it was asked"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn open_starts_the_browser_that_there_is() {
    use std::os::unix::fs::PermissionsExt;

    let script = "#!/bin/sh\necho \"$0 $1\" > opened.new\n/bin/mv opened.new opened\n";
    for (name, path) in [
        ("xdg-open", "."),
        ("my-browser", "empty"),
        ("none", "empty"),
    ] {
        let place = Place::new(&format!("studio_opens_{name}")).with(name, script);
        let program = place.path().join(name);
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = place.command(&["studio", "--listen", "127.0.0.1:0", "--open"]);
        let path = place.path().join(path);
        let browser = if name == "my-browser" {
            "/no/such:./my-browser"
        } else {
            ""
        };
        let mut child = command
            .env("PATH", path)
            .env("BROWSER", browser)
            .spawn()
            .unwrap();
        let mut page = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut page).unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        stderr.read_line(&mut said).unwrap();
        if name == "none" {
            stderr.read_line(&mut said).unwrap();
            assert!(said.contains("no browser could be started"), "{said}");
        } else {
            wait_until("the page is opened", || !place.read("opened").is_empty());
            let opened = String::from_utf8(place.read("opened")).unwrap();
            assert!(opened.contains(name) && opened.ends_with(&page), "{opened}");
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
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
    let advice = "; --listen 127.0.0.1:0 takes a free port\n";
    assert!(ended.stderr.ends_with(advice), "{}", ended.stderr);
    // A name is looked up.
    let named = address.replace("127.0.0.1", "localhost");
    assert_eq!(place.run(&["studio", "--listen", &named]), ended);
    for wrong in ["8080", "here", "127.0.0.1", "127.0.0.1:99999"] {
        let refused = place.run(&["studio", "--listen", wrong]);
        assert_eq!(refused.code, Some(2));
        let advice = "an address looks like 127.0.0.1:8080";
        assert!(refused.stderr.contains(advice), "{refused:?}");
    }
}
