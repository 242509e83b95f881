//! The signatures that peers are compared on, as sigcodegen makes them.

sigcodegen_runtime::include_signatures!();
