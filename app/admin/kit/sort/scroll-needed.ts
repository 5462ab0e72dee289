type Span = { top: number; bottom: number };

/** How far, in pixels downwards, to scroll until all of `item` lies in `view`, or its head where it is the taller one. */
export function scrollNeeded(item: Span, view: Span): number {
  const above = item.top - view.top;
  if (above < 0) return above;
  return Math.max(0, Math.min(above, item.bottom - view.bottom));
}
