import type { FocusEvent } from 'react';

/** How far the ring of a focused entry reaches around it, in px. */
const ring = 4;

/** Scrolls a row sideways until one of its entries is wholly in sight. */
export function bringIntoSight(row: Element, entry: Element): void {
  const [frame, place] = [row.getBoundingClientRect(), entry.getBoundingClientRect()];
  // A row that snaps shows its entries up to its edges; their rings lie inside of them.
  const room = getComputedStyle(row).scrollSnapType === 'none' ? ring : 0;
  if (place.left - room >= frame.left && place.right + room <= frame.right) return;
  row.scrollBy({ left: place.left + place.width / 2 - frame.left - frame.width / 2 });
}

/** The `onFocus` of a row that scrolls sideways: browsers leave an entry as it is when a part of it is in sight. */
export function followFocus({ currentTarget: row, target }: FocusEvent): void {
  if (target === row || !target.matches(':focus-visible')) return;
  const item = target.closest('li');
  bringIntoSight(row, item && row.contains(item) ? item : target);
}
