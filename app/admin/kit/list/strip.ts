/** Links beside each other, on a phone in one row that moves sideways under the finger. */
export const stripClasses =
  'flex gap-1.5 max-md:-mx-4 max-md:w-[calc(100%+2rem)] max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap';

/** Brings a link of a strip into sight; the `ref` of the current one. */
export function intoSight(link: HTMLElement | null): void {
  const strip = link?.closest('ul');
  if (!link || !strip) return;
  const [frame, place] = [strip.getBoundingClientRect(), link.getBoundingClientRect()];
  if (place.left >= frame.left && place.right <= frame.right) return;
  strip.scrollBy({ left: place.left + place.width / 2 - frame.left - frame.width / 2 });
}
