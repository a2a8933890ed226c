//! What is lost in work for no evaluation fails all who work for none: a test that has its process to itself.

use quarry_value::Error;
use quarry_value::evaluation::{helps, lose, loses_because, settle};

#[test]
#[allow(clippy::disallowed_methods, reason = "a thread that is none of the pool's")]
fn what_is_lost_in_work_for_nobody_fails_that() {
    loses_because(|| Error::new("gone"));
    settle().expect("nothing was lost");
    lose();
    assert_eq!(settle().expect_err("somebody has seen it").word(), b"gone");
    settle().expect("that was heard");
    let sharing = || {
        helps();
        lose();
        settle().expect("whose work it shared hears of it");
    };
    std::thread::spawn(sharing).join().expect("no panic");
    settle().expect("nobody else has seen it");
}
