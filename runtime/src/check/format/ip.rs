//! Internet addresses.

use std::net::{Ipv4Addr, Ipv6Addr};

/// `ipv4`: the dotted quad of RFC 2673, section 3.2, without leading zeros, which some readers take for octal.
#[must_use]
pub fn ipv4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

/// `ipv6`: RFC 4291, section 2.2, in any of its three forms. A zone or a prefix length is not part of an address.
#[must_use]
pub fn ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}
