//! Memory whose amount the caller chooses: asked for politely, since an allocation that fails ends the module.

use crate::refusal::Refusal;

/// So many times the same, or a refusal that says how much memory there is not.
pub(crate) fn zeros<T: Clone>(what: &str, zero: T, count: usize) -> Result<Vec<T>, Refusal> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).map_err(|_| lacking(what, count as u64 * size_of::<T>() as u64))?;
    all.resize(count, zero);
    Ok(all)
}

/// Refuses what will need more bytes than there are, before the library asks for them in a way that must not fail.
pub(crate) fn probe(what: &str, bytes: u64) -> Result<(), Refusal> {
    let room = usize::try_from(bytes).ok().and_then(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).ok());
    room.ok_or_else(|| lacking(what, bytes))
}

/// There are not so many bytes.
pub(crate) fn lacking(what: &str, bytes: u64) -> Refusal {
    Refusal::Text(format!(
        "{what} would need {bytes} bytes of memory, and there are not so many: it must be smaller, or something else \
         must be freed first"
    ))
}
