//! Runs one function over many items on all cores.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Enough for the deepest schema that the parser lets through, in a build without optimisation too.
const STACK_BYTES: usize = 32 << 20;

/// The results of all items, in the items' order.
pub(super) fn map<T: Sync, R: Send>(items: &[T], function: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    map_on(threads, items, function)
}

fn map_on<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    function: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    // Each thread takes the next item that nobody has taken, so a large one does not hold up the rest.
    let next = AtomicUsize::new(0);
    let work = || {
        let take = || {
            let at = next.fetch_add(1, Ordering::Relaxed);
            items.get(at).map(|item| (at, function(item)))
        };
        std::iter::from_fn(take).collect::<Vec<_>>()
    };
    let mut results = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let workers: Vec<_> = (0..threads).map_while(|at| spawn(at).ok()).collect();
        // Where no thread can be started, this one does the work.
        let mut results = if workers.is_empty() { work() } else { Vec::with_capacity(items.len()) };
        for worker in workers {
            match worker.join() {
                Ok(part) => results.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|&(at, _)| at);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order() {
        let items: Vec<u32> = (0..500).collect();
        let double = |item: &u32| item * 2;
        let expected: Vec<u32> = items.iter().map(double).collect();
        for threads in [0, 1, 3] {
            assert_eq!(map_on(threads, &items, double), expected);
        }
        assert!(map(&[], double).is_empty());
    }
}
