//! What generated code may name. Not for other use: it changes with the generator.

/// Named by all code of a generator of version 0.1. Another version's generator names another module, which is then
/// the one thing that the compiler does not find.
pub mod v0_1 {
    pub use crate::Maybe;
    pub use crate::adapter::{ChatPrompt, ChatSignature};
    pub use crate::check::{self, Fuel, Pattern};
    pub use crate::decode::{
        Arm, Checks, Choices, Decode, Decoded, Decoder, Guard, InOrder, Key, Keys, Kinds, Object,
        Rejected, Rest, Shape, Slot, WideSlot, arm_of, nullable, optional, required,
    };
    #[cfg(feature = "jiff")]
    pub use crate::jiff;
    pub use crate::json::{Encode, Json, ObjectWriter, to_string as to_json};
    #[cfg(any(feature = "jiff", feature = "uuid", feature = "url"))]
    pub use crate::library::spelled;
    pub use crate::read::{Read, ReadError, from_json, from_reply};
    pub use crate::render;
    pub use crate::serde_impls;
    #[cfg(feature = "serde")]
    pub use crate::serde_impls::{deserialize, serialize};
    pub use crate::signature::{FieldVisitor, Fields, Format, Signature};
    #[cfg(feature = "url")]
    pub use crate::url;
    #[cfg(feature = "uuid")]
    pub use crate::uuid;
    #[cfg(feature = "serde")]
    pub use ::serde;
}
