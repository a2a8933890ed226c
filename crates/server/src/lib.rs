//! Floor 3: the main loop. One thread owns the evaluator; whatever happens outside reaches it as an event, and
//! events are served one at a time, in the order they came.
//!
//! | file | noun |
//! |---|---|
//! | `main_loop` | the loop: lines, ticks of the timer, what happens on sockets |
//! | `input` | lines of the console, read on a thread of their own so that waiting for one blocks nothing else |
//! | `sockets` and its folder | all sockets, under one lock: events in, queues out; the connections; what the language sees |
//! | `attendant` | the thread that looks after sockets while the main thread is busy |
//! | `crew` | multithreaded input: threads that evaluate messages and change nothing |
//! | `connection`, `incoming`, `outgoing`, `greeting` | one connection; the bytes it received, has to send, began with |
//! | `listener`, `dial` | where others connect to; connecting to others |
//! | `http`, `websocket`, `web_client` | requests of browsers, WebSockets; asking other servers by HTTP |
//! | `stream`, `address` | TCP and Unix sockets; places as q writes them |
//! | `patience` | how long one waits for a socket |
//! | `user` | under whose name the process runs |
//! | `tls` | what is encrypted, and who is believed |

mod address;
mod attendant;
mod connection;
mod crew;
mod dial;
mod greeting;
mod http;
mod incoming;
mod input;
mod listener;
mod main_loop;
mod outgoing;
mod patience;
mod sockets;
mod stream;
mod tls;
mod user;
mod web_client;
mod websocket;

pub use greeting::Greeting;
pub use http::{Look, Progress, Requests, look};
pub use incoming::{Came, Incoming};
pub use input::{Ask, Input, Lines, Read};
pub use main_loop::{Console, run};
pub use sockets::{Environment, Sockets};
pub use tls::{Door, Layer, Secrets};
pub use user::name as user_name;
pub use websocket::{End, Got, WebSocket};
