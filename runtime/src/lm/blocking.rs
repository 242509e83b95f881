//! Waiting for a future without an executor.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

/// Runs a future to its end on this thread, which sleeps while the future waits.
///
/// Do not call this inside an async runtime: it blocks the worker, and a model that needs that very
/// runtime to make progress may then wait for ever. A model whose client needs a runtime (as those
/// built on tokio do) needs one to be entered here too.
///
/// ```
/// use sigcodegen_runtime::lm::block_on;
///
/// assert_eq!(block_on(async { 6 * 7 }), 42);
/// ```
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let sleeper = Arc::new(Sleeper { thread: thread::current(), is_woken: AtomicBool::new(false) });
    let waker = Waker::from(Arc::clone(&sleeper));
    let mut context = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        sleeper.sleep();
    }
}

/// A thread that waits to be woken.
///
/// The flag is needed beside the thread's own park token: code that runs within a poll, such as
/// another `block_on`, may use up the token, and the wake-up would be lost.
struct Sleeper {
    thread: Thread,
    is_woken: AtomicBool,
}

impl Sleeper {
    /// Sleeps until woken. To be called on [`Self::thread`].
    fn sleep(&self) {
        while !self.is_woken.swap(false, Ordering::Acquire) {
            thread::park();
        }
    }
}

impl Wake for Sleeper {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        // Only the first of several wake-ups has to unpark: the token is there until it is used.
        if !self.is_woken.swap(true, Ordering::Release) {
            self.thread.unpark();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    /// Is done when another thread has slept, and counts how often it is polled.
    async fn woken_from_another_thread(pause: Duration, polls: &mut u32) -> &'static str {
        let done = Arc::new(AtomicBool::new(false));
        let slot: Arc<Mutex<Option<Waker>>> = Arc::default();
        let mut is_started = false;
        poll_fn(|context| {
            *polls += 1;
            if done.load(Ordering::SeqCst) {
                return Poll::Ready("done");
            }
            *slot.lock().expect("no poll panics") = Some(context.waker().clone());
            if !is_started {
                is_started = true;
                let (done, slot) = (Arc::clone(&done), Arc::clone(&slot));
                thread::spawn(move || {
                    thread::sleep(pause);
                    done.store(true, Ordering::SeqCst);
                    let waker = slot.lock().expect("no poll panics").take();
                    waker.expect("the future was polled").wake();
                });
            }
            Poll::Pending
        })
        .await
    }

    #[test]
    fn sleeps_until_another_thread_wakes_it() {
        let (mut polls, pause) = (0, Duration::from_millis(30));
        let start = Instant::now();
        assert_eq!(block_on(woken_from_another_thread(pause, &mut polls)), "done");
        assert!(start.elapsed() >= pause);
        assert_eq!(polls, 2, "it does not spin");
    }

    #[test]
    fn a_wake_up_within_the_poll_is_kept_though_the_park_token_is_used_up() {
        let mut is_first = true;
        let output = block_on(poll_fn(|context| {
            if !is_first {
                return Poll::Ready(1);
            }
            is_first = false;
            context.waker().wake_by_ref();
            thread::park();
            Poll::Pending
        }));
        assert_eq!(output, 1);
    }

    #[test]
    fn may_be_nested() {
        let (mut outer, mut inner) = (0, 0);
        let pause = Duration::from_millis(5);
        let output = block_on(async {
            let first = woken_from_another_thread(pause, &mut outer).await;
            first == block_on(woken_from_another_thread(pause, &mut inner))
        });
        assert!(output);
    }

    #[test]
    fn a_stray_unpark_does_not_end_the_sleep_early() {
        thread::current().unpark();
        let mut polls = 0;
        block_on(woken_from_another_thread(Duration::from_millis(10), &mut polls));
        assert_eq!(polls, 2);
    }
}
