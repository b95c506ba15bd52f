//! Arrays on the heap whose length the compiler knows, so that it tests fewer indices than those of a vector.

/// Makes an array of copies of a value on the heap; it never stands on the stack, which may be smaller.
pub(super) fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    let Ok(array) = vec![value; N].try_into() else {
        unreachable!("the vector has as many elements as the array");
    };
    array
}
