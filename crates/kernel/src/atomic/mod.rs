//! The atomic functions: arithmetic, comparison, logic, mathematics.
