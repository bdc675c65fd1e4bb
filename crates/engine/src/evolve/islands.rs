//! [`Islands`]: the key `islands` of a configuration: the number of populations, and the migration between them. It happens in
//! `archipelago`.

use crate::bounded::{IslandCount, Migrants};
use crate::settings::settings;

settings! {
    /// Populations that evolve separately and exchange copies of individuals at intervals (R. Tanese, "Distributed genetic
    /// algorithms", 1989; E. Cantú-Paz, "A survey of parallel genetic algorithms", 1998).
    ///
    /// Migration is synchronous: all emigrants are selected before any immigrant arrives.
    #[derive(Copy, Eq)]
    pub struct Islands {
        /// Number of populations. Default 1, without migration.
        pub count: IslandCount = IslandCount::new(1),
        /// Islands that exchange individuals. Default `ring`.
        pub topology: Topology,
        /// Number of generations between migrations. Default 10.
        pub interval: std::num::NonZeroU32 = std::num::NonZeroU32::new(10).expect("not 0"),
        /// Number of individuals that an island sends to each neighbor, the same ones to all. Default 1.
        pub migrants: Migrants = Migrants::new(1),
        /// The individuals that are sent. Default `best`.
        pub emigrants: EmigrantPolicy,
        /// The individuals that immigrants replace. Default `worst`.
        pub replaced: ImmigrantPolicy,
    }

    /// Islands that exchange individuals.
    #[derive(Default)]
    pub enum Topology {
        /// Each island sends to the next, the last to the first.
        #[default]
        Ring,
        /// Each island sends to all others.
        Full,
    }

    /// The individuals that emigrate.
    #[derive(Default)]
    pub enum EmigrantPolicy {
        /// The best.
        #[default]
        Best,
        /// Different random individuals, each equally likely.
        Random,
    }

    /// The individuals that immigrants replace.
    #[derive(Default)]
    pub enum ImmigrantPolicy {
        /// The worst.
        #[default]
        Worst,
        /// Different random individuals except the best, each equally likely.
        Random,
    }
}

impl Islands {
    /// Returns the number of immigrants of an island in one migration.
    pub(crate) fn arrivals(&self) -> usize {
        self.senders(0).count() * self.migrants.get()
    }

    /// Returns the islands that send to this one, in the order in which their migrants arrive.
    pub(super) fn senders(&self, island: usize) -> impl Iterator<Item = usize> + use<> {
        let count = self.count.get();
        let distances = match self.topology {
            Topology::Ring => 1..2.min(count),
            Topology::Full => 1..count,
        };
        distances.map(move |distance| (island + count - distance) % count)
    }

    /// Returns whether individuals migrate after this generation.
    pub(super) fn are_due(&self, generation: u64) -> bool {
        self.count.get() > 1 && generation.is_multiple_of(u64::from(self.interval.get()))
    }
}
