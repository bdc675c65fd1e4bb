//! The lengths of routes in a network with the states of the cube as addresses and turns as links (G. R. Monteiro and D. S. Menasché,
//! *Roteamento e o Cubo Mágico*), found by two solvers. The sender of a message computes its whole route from the two addresses and writes
//! it on the message. So routing needs no table of the network. Every node has 18 neighbors.
//!
//! ```sh
//! cargo run --release --example addressing -- 1000
//! ```
//! prints the numbers of hops between random pairs of nodes, by the seven-step method, which needs no large tables, and
//! by the two-phase method. The diameter of the network is 20 (T. Rokicki et al., 2014).
#![allow(clippy::print_stdout)]

use evocube::route::Router;
use evocube::search::{Kociemba, Layers, TableSource};
use evocube::{Algorithm, Budget, Cube3, Seed, Turn};

/// The maximum distance of two nodes.
const DIAMETER: usize = 20;

/// A message in transit: its current node and the remaining hops.
struct Message {
    node: Cube3,
    hops: std::collections::VecDeque<Turn>,
}

impl Message {
    /// Removes the next hop and forwards the message along it. Returns whether there was one.
    fn forward(&mut self) -> bool {
        let Some(hop) = self.hops.pop_front() else { return false };
        self.node = self.node.apply(hop);
        true
    }
}

/// Sends a message along a route. Returns its number of hops.
fn deliver(start: Cube3, address: Cube3, way: &Algorithm) -> usize {
    let mut message = Message { node: start, hops: way.iter().copied().collect() };
    let mut hops = 0;
    while message.forward() {
        hops += 1;
    }
    assert!(message.node == address, "the message arrives at its address");
    hops
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pairs: u64 = std::env::args().nth(1).map_or(Ok(1000), |count| count.parse())?;
    let (layers, two_phase) = (Layers::new(), Kociemba::new(&TableSource::IN_MEMORY)?);
    let short = Budget { target: Some(DIAMETER), ..Budget::default() };
    let routers =
        [("by layers", Router::new(&layers, Budget::default())), ("in two phases", Router::new(&two_phase, short))];
    let seed = Seed::from_number(1).child("addressing");
    for (name, router) in &routers {
        let mut hops = Vec::new();
        for number in 0..pairs {
            let mut stream = seed.numbered_stream(number);
            let (start, address) = (Cube3::random(&mut stream), Cube3::random(&mut stream));
            hops.push(deliver(start, address, &router.route(start, address)?.moves));
        }
        hops.sort_unstable();
        let (Some(least), Some(most)) = (hops.first(), hops.last()) else { continue };
        let mean = hops.iter().sum::<usize>() as f64 / hops.len() as f64;
        let near_count = hops.iter().filter(|&&hops| hops <= DIAMETER).count();
        println!(
            "{pairs} pairs, ways found {name}: {mean:.2} hops on average ({least} to {most}); {near_count} within the diameter of {DIAMETER}"
        );
    }
    Ok(())
}
