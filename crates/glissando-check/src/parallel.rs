//! The parallel iterators of rayon, and where there are no threads, as in a browser, the same names over plain iterators: the page
//! need not fetch what shares work among threads.

#[cfg(not(target_family = "wasm"))]
pub(crate) use rayon::prelude::*;
#[cfg(target_family = "wasm")]
pub(crate) use serial::*;

#[cfg(target_family = "wasm")]
mod serial {
    use std::iter::Flatten;
    use std::slice::Iter;

    /// Slices whose entries are borrowed.
    pub(crate) trait ParallelSlice<T> {
        fn par_iter(&self) -> Iter<'_, T>;
    }

    impl<T> ParallelSlice<T> for [T] {
        fn par_iter(&self) -> Iter<'_, T> {
            self.iter()
        }
    }

    /// Lists and ranges whose entries are taken.
    pub(crate) trait IntoParallel: IntoIterator + Sized {
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> IntoParallel for I {}

    /// Methods of rayon's iterators that plain ones lack, or have under another name.
    pub(crate) trait ParallelSteps: Iterator + Sized {
        fn map_init<S, R>(
            self,
            start: impl FnOnce() -> S,
            mut act: impl FnMut(&mut S, Self::Item) -> R,
        ) -> impl Iterator<Item = R> {
            let mut state = start();
            self.map(move |item| act(&mut state, item))
        }

        fn flat_map_iter<R: IntoIterator>(
            self,
            act: impl FnMut(Self::Item) -> R,
        ) -> impl Iterator<Item = R::Item> {
            self.flat_map(act)
        }

        fn flatten_iter(self) -> Flatten<Self>
        where
            Self::Item: IntoIterator,
        {
            self.flatten()
        }
    }

    impl<I: Iterator> ParallelSteps for I {}
}
