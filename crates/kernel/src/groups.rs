//! Groups: which group each item belongs to.

/// The groups of a list, numbered in order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// The group of every item.
    pub ids: Vec<u32>,
    /// How many groups there are.
    pub count: usize,
    /// Where each group appears first.
    pub first: Vec<usize>,
}
