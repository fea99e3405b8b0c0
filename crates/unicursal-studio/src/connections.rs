//! Connections: not too many, and none that dawdles.
//!
//! A client gets `patience` to send the head of a request, whether it is slow or idle, and as long to
//! take each piece of an answer. When it goes away, the request's future is dropped, which cancels its
//! work.

use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use crate::{Studio, api};

/// How long to wait after a failure to accept, such as too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts connections for ever.
pub async fn accept(listener: TcpListener, studio: Arc<Studio>) {
    let places = Arc::new(Semaphore::new(studio.config.connections));
    let patience = studio.config.patience;
    let router = api::router(studio);
    loop {
        // The semaphore is never closed.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Progress comes in small pieces that should not wait for each other.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(patience));
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(patience)
                .serve_connection(TokioIo::new(Box::pin(stream)), service);
            // An error here is a client that went away or was cut off.
            let _ = connection.await;
            drop(place);
        });
    }
}
