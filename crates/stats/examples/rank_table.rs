//! Ranks algorithms by a table from standard input: one value of each algorithm (column) on each problem (row), the lower the better.
//! Prints mean ranks, the Friedman test and Conover's uncorrected comparisons with the best algorithm, which hold if that test is
//! significant.
//!
//! `printf 'a,b,c\n1,2,3\n1,3,2\n2,4,5\n1,2,5\n' | cargo run -p evocube-stats --example rank_table`

#![allow(clippy::print_stdout)]

use std::io::{Error, read_to_string, stdin};

use evocube_stats::rank_tests::{conover_p, friedman};

fn main() -> Result<(), Error> {
    let text = read_to_string(stdin())?;
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let row = |line: &str| line.split(',').map(|cell| cell.trim().parse().map_err(Error::other)).collect();
    let blocks: Vec<Vec<f64>> = lines.map(row).collect::<Result<_, Error>>()?;
    if blocks.iter().any(|block| block.len() != names.len()) {
        return Err(Error::other("every row needs a value of every algorithm"));
    }
    let (Some(test), Some(p)) = (friedman(&blocks), conover_p(&blocks)) else {
        return Err(Error::other("ranks need two algorithms and two problems"));
    };
    println!("Friedman's test of {} problems: p = {:.4}", test.blocks, test.p);
    for ((name, rank), p) in names.iter().zip(&test.mean_ranks).zip(p) {
        println!("{name}: mean rank {rank:.2}, p of a difference from the best {p:.4}");
    }
    Ok(())
}
