//! Lists of so many items, each with a type of its own.

use super::{Decode, Decoded, Decoder, Rejected, Shape};
use crate::error::{ErrorKind, Step};

impl Decoder<'_> {
    /// Opens a list.
    fn begin_tuple(&mut self) -> bool {
        self.open_list()
    }

    /// Reads the item at a place; `None` also if the list has ended, which is for [`Decoder::finish_tuple`] to note.
    fn tuple_item<T: Decode>(
        &mut self,
        index: usize,
        count: &mut usize,
    ) -> Result<T, Option<T::Partial>> {
        if *count != index || !self.next_item(index == 0) {
            return Err(None);
        }
        *count += 1;
        let mark = self.findings.len();
        let item = self.value();
        if self.findings.len() != mark {
            self.attribute(mark, &Step::Index(index));
        }
        item.map_err(|rejected| rejected.0.map(|part| *part))
    }

    /// Ends a list that should have as many items as `expected` says.
    fn finish_tuple(&mut self, start: usize, count: usize, len: usize, expected: &'static str) {
        let mut found = count;
        if count == len {
            while self.next_item(found == 0) && self.skip_value() {
                found += 1;
            }
        }
        self.close_level();
        if found != len && !self.is_broken {
            self.fail(ErrorKind::Constraint, expected, start..self.pos);
        }
    }
}

macro_rules! tuples {
    ($(($len:literal, $expected:literal, $($index:tt $item:ident),*))*) => {$(
        impl<$($item: Decode),*> Decode for ($($item,)*) {
            /// The items that could be read.
            type Partial = ($(Option<$item::Partial>,)*);

            const SHAPE: Shape = Shape::List;

            #[expect(non_snake_case, reason = "an item is called as its type")]
            fn decode(decoder: &mut Decoder<'_>) -> Decoded<Self> {
                if !decoder.begin_tuple() {
                    return Err(Rejected::nothing());
                }
                let (start, errors) = (decoder.pos - 1, decoder.errors);
                let mut count = 0;
                $(let $item = decoder.tuple_item::<$item>($index, &mut count);)*
                decoder.finish_tuple(start, count, $len, $expected);
                let is_whole = decoder.errors == errors && !decoder.is_broken;
                match ($($item,)*) {
                    ($(Ok($item),)*) if is_whole => Ok(($($item,)*)),
                    ($($item,)*) => Err(Rejected::partial((
                        $($item.map_or_else(|part| part, |whole| Some(whole.into_partial())),)*
                    ))),
                }
            }

            fn into_partial(self) -> Self::Partial {
                ($(Some(self.$index.into_partial()),)*)
            }
        }
    )*};
}

tuples! {
    (1, "a list of 1 item", 0 A)
    (2, "a list of 2 items", 0 A, 1 B)
    (3, "a list of 3 items", 0 A, 1 B, 2 C)
    (4, "a list of 4 items", 0 A, 1 B, 2 C, 3 D)
    (5, "a list of 5 items", 0 A, 1 B, 2 C, 3 D, 4 E)
    (6, "a list of 6 items", 0 A, 1 B, 2 C, 3 D, 4 E, 5 F)
    (7, "a list of 7 items", 0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G)
    (8, "a list of 8 items", 0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H)
    (9, "a list of 9 items", 0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I)
    (10, "a list of 10 items", 0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J)
    (11, "a list of 11 items", 0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K)
    (12, "a list of 12 items", 0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K, 11 L)
}
