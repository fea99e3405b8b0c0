//! Connections: not too many, and none of slow clients.
//!
//! A client gets `patience` to send the head of a request, whether it is slow or idle, and as long
//! to take each piece of an answer. When it goes away, the request's future is dropped, which
//! cancels its work. Browsers keep connections open for later: when all places are taken, the one
//! that has been idle for longest goes, so that idle ones keep nobody waiting.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{Request, Response};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio_io_timeout::TimeoutStream;
use tower_service::Service;

use crate::{Studio, api};

/// How long to wait after a failure to accept, such as too many open files, and for a free place
/// before another idle connection is closed.
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts connections forever.
pub async fn accept(listener: TcpListener, studio: Arc<Studio>) {
    let places = Arc::new(Semaphore::new(studio.config.connections));
    let patience = studio.config.patience;
    let clients = Arc::new(Clients::default());
    let router = api::router(studio);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let place = loop {
            match Arc::clone(&places).try_acquire_owned() {
                Ok(place) => break place,
                Err(_) => clients.close_idlest(),
            }
            let free = tokio::time::timeout(PAUSE, Arc::clone(&places).acquire_owned());
            if let Ok(Ok(place)) = free.await {
                break place;
            }
        };
        let (clients, router) = (Arc::clone(&clients), router.clone());
        let client = clients.add();
        tokio::spawn(async move {
            tokio::select! {
                () = serve(stream, router, patience, &client) => {}
                () = client.closed.notified() => {}
            }
            clients.remove(&client);
            drop(place);
        });
    }
}

async fn serve(stream: TcpStream, router: Router, patience: Duration, client: &Arc<Client>) {
    // Progress comes in small pieces that should not wait for each other.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    let service = service_fn(move |request: Request<Incoming>| {
        let busy = Busy::new(Arc::clone(client));
        let reply = router.clone().call(request.map(Body::new));
        async move {
            let Ok(reply): Result<Response<Body>, Infallible> = reply.await;
            Ok::<_, Infallible>(reply.map(|body| Held { body, _busy: busy }))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    // An error here is a client that went away or was cut off.
    let _ = connection.await;
}

/// The connections that are open.
#[derive(Default)]
struct Clients(Mutex<Vec<Arc<Client>>>);

/// One of them.
struct Client {
    /// When it had nothing to do any more; `None` while it is answered.
    idle_since: Mutex<Option<Instant>>,
    /// Told when it has to go.
    closed: Notify,
}

impl Clients {
    fn all(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Client>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self) -> Arc<Client> {
        let client = Arc::new(Client {
            idle_since: Mutex::new(Some(Instant::now())),
            closed: Notify::new(),
        });
        self.all().push(Arc::clone(&client));
        client
    }

    fn remove(&self, client: &Arc<Client>) {
        self.all().retain(|other| !Arc::ptr_eq(client, other));
    }

    /// Closes the connection that has been idle for longest, if one is.
    fn close_idlest(&self) {
        let all = self.all();
        let idle = all.iter().filter_map(|client| {
            let since = client.idle_since.lock().ok()?;
            Some(((*since)?, client))
        });
        if let Some((_, client)) = idle.min_by_key(|(since, _)| *since) {
            client.closed.notify_one();
        }
    }
}

/// Held while a client is answered.
struct Busy(Arc<Client>);

impl Busy {
    fn new(client: Arc<Client>) -> Self {
        let busy = Self(client);
        busy.set(None);
        busy
    }

    fn set(&self, since: Option<Instant>) {
        let mut idle = self.0.idle_since.lock();
        let idle = idle.as_deref_mut();
        if let Ok(idle) = idle {
            *idle = since;
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.set(Some(Instant::now()));
    }
}

/// The body of an answer; its client is busy until it is sent.
struct Held {
    body: Body,
    _busy: Busy,
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
