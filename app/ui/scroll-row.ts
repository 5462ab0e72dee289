import type { FocusEvent } from 'react';

/** Outset of the focus ring, in px. */
const focusRing = 4;

/** Scrolls a row horizontally until an entry is fully visible. */
export function scrollEntryIntoView(row: Element, entry: Element): void {
  const [frame, place] = [row.getBoundingClientRect(), entry.getBoundingClientRect()];
  // In a row with scroll snapping, focus rings are inside the entries.
  const room = getComputedStyle(row).scrollSnapType === 'none' ? focusRing : 0;
  if (place.left - room >= frame.left && place.right + room <= frame.right) return;
  row.scrollBy({ left: place.left + place.width / 2 - frame.left - frame.width / 2 });
}

/** `onFocus` handler of a horizontally scrolling row: browsers do not scroll to a partly visible entry. */
export function scrollFocusIntoView({ currentTarget: row, target }: FocusEvent): void {
  if (target === row || !target.matches(':focus-visible')) return;
  const item = target.closest('li');
  scrollEntryIntoView(row, item && row.contains(item) ? item : target);
}
