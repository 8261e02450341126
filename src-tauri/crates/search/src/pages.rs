//! A segment's long parts are byte streams cut into pages of 32 KiB, each one sealed record. This
//! module reads and writes them, and keeps the pages last used within a bound. It knows nothing of
//! what the bytes mean.

use crate::{Error, Result, SegmentId};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use vault::{Batch, Blob, Snapshot, Table, TableId};

/// Bytes of a page; the last one of a stream is shorter.
pub(crate) const PAGE_BYTES: usize = 32 * 1024;
/// Pages kept open: at most 64 MiB.
const CACHE_PAGES: usize = 64 * 1024 * 1024 / PAGE_BYTES;

const PAGES: Table<Blob> = Table::new(TableId::Postings);

/// The streams of a segment. The numbers are part of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stream {
    /// Which chunk each place stands for, and its length.
    Chunks = 0,
    /// The term dictionary.
    Terms = 1,
    /// Posting lists.
    Postings = 2,
    /// Positions of words.
    Positions = 3,
}

/// Where pages come from.
pub(crate) trait Pages {
    /// One page; an error where there is none.
    fn page(&self, segment: SegmentId, stream: Stream, number: u32) -> Result<Arc<Vec<u8>>>;
}

/// Writes a stream's pages.
pub(crate) fn put_stream(
    batch: &mut Batch<'_>,
    segment: SegmentId,
    stream: Stream,
    bytes: &[u8],
) -> Result<()> {
    for (number, page) in (0u32..).zip(bytes.chunks(PAGE_BYTES)) {
        let path = [&segment.bytes()[..], &[stream as u8], &number.to_be_bytes()];
        batch.put(PAGES, &path, &Blob(page.to_vec()))?;
    }
    Ok(())
}

/// Takes every page of a segment away.
pub(crate) fn delete_streams(batch: &mut Batch<'_>, segment: SegmentId) -> Result<()> {
    Ok(batch.delete_prefix(PAGES, &[&segment.bytes()])?)
}

/// Pages straight from the vault.
pub(crate) struct Sealed<'a>(pub(crate) &'a Snapshot);

impl Pages for Sealed<'_> {
    fn page(&self, segment: SegmentId, stream: Stream, number: u32) -> Result<Arc<Vec<u8>>> {
        let path = [&segment.bytes()[..], &[stream as u8], &number.to_be_bytes()];
        let page = self.0.get(PAGES, &path)?.ok_or(Error::Damaged("a page is missing"))?;
        Ok(Arc::new(page.0))
    }
}

type Key = (SegmentId, Stream, u32);

/// Pages last used, in two generations: what is used moves to the young one, and when that has
/// grown to half the bound the old one is let go.
#[derive(Default)]
pub(crate) struct PageCache(Mutex<[HashMap<Key, Arc<Vec<u8>>>; 2]>);

impl PageCache {
    fn get(&self, key: Key) -> Option<Arc<Vec<u8>>> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let [young, old] = &mut *held;
        if let Some(page) = young.get(&key) {
            return Some(Arc::clone(page));
        }
        let page = old.remove(&key)?;
        young.insert(key, Arc::clone(&page));
        Some(page)
    }

    /// Lets go of a segment's pages. A search that still reads it may bring some back for a while.
    pub(crate) fn forget(&self, segment: SegmentId) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.iter_mut().for_each(|pages| pages.retain(|(of, ..), _| *of != segment));
    }

    fn put(&self, key: Key, page: Arc<Vec<u8>>) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let [young, old] = &mut *held;
        if young.len() >= CACHE_PAGES / 2 {
            *old = std::mem::take(young);
        }
        young.insert(key, page);
    }
}

/// Pages from the cache, or else from where they come from.
pub(crate) struct Cached<'a, P> {
    /// Behind the cache.
    pub(crate) source: P,
    /// The cache.
    pub(crate) cache: &'a PageCache,
}

impl<P: Pages> Pages for Cached<'_, P> {
    fn page(&self, segment: SegmentId, stream: Stream, number: u32) -> Result<Arc<Vec<u8>>> {
        let key = (segment, stream, number);
        if let Some(page) = self.cache.get(key) {
            return Ok(page);
        }
        let page = self.source.page(segment, stream, number)?;
        self.cache.put(key, Arc::clone(&page));
        Ok(page)
    }
}

/// Reads ranges of one stream; holds the page it read last.
pub(crate) struct StreamReader<'a> {
    pages: &'a dyn Pages,
    segment: SegmentId,
    stream: Stream,
    size: u64,
    held: Option<(u32, Arc<Vec<u8>>)>,
}

impl<'a> StreamReader<'a> {
    /// A reader of a stream of `size` bytes.
    pub(crate) fn new(pages: &'a dyn Pages, segment: SegmentId, stream: Stream, size: u64) -> Self {
        Self { pages, segment, stream, size, held: None }
    }

    /// Bytes of the stream.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Reads `len` bytes from `at` into `out`, which is cleared first.
    pub(crate) fn read(&mut self, at: u64, len: u64, out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        let end = at.checked_add(len).filter(|end| *end <= self.size);
        let end = end.ok_or(Error::Damaged("a place beyond the stream"))?;
        let mut at = at;
        while at < end {
            let number = u32::try_from(at / PAGE_BYTES as u64)
                .map_err(|_| Error::Damaged("a place beyond the stream"))?;
            let inside = (at % PAGE_BYTES as u64) as usize;
            let wanted = usize::try_from(end - at).unwrap_or(PAGE_BYTES).min(PAGE_BYTES - inside);
            let page = self.page(number)?;
            let part = page.get(inside..inside + wanted);
            out.extend_from_slice(part.ok_or(Error::Damaged("a page is short"))?);
            at += wanted as u64;
        }
        Ok(())
    }

    /// The whole stream.
    pub(crate) fn read_all(&mut self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        self.read(0, self.size, &mut out)?;
        Ok(out)
    }

    fn page(&mut self, number: u32) -> Result<&[u8]> {
        if self.held.as_ref().is_none_or(|(held, _)| *held != number) {
            let page = self.pages.page(self.segment, self.stream, number)?;
            self.held = Some((number, page));
        }
        Ok(self.held.as_ref().map_or(&[], |(_, page)| page.as_slice()))
    }
}
