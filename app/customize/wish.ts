import { blankDesign } from './design-edits.ts';
import { type DesignProduct, offeredColors, offeredSizes } from './design-product.ts';
import type { Draft } from './drafts.ts';
import { FALLBACK_GARMENT, type GarmentType } from './garments/types.ts';

/** What an address can ask for on top of what lies on the table. */
export interface Wish {
  /** A text to begin with. */
  text: string;
  /** Its ink, as typed. */
  ink: string;
  /** The cloth's colour by name. */
  cloth: string;
}

/** The names of wishes in an address, that of the garment included. */
export const wishNames = ['garment', 'color', 'text', 'ink'];

export const wishOf = (search: URLSearchParams): Wish => ({
  text: search.get('text') ?? '',
  ink: search.get('ink') ?? '',
  cloth: search.get('color') ?? '',
});

interface Opening {
  on: DesignProduct | null;
  /** The garment that the address asks for. */
  garment: GarmentType | null;
  wish: Wish;
  /** Base prices of the garments that the store prints on. */
  prices: Readonly<Record<string, number>>;
}

/** What lies on the table to begin with: the draft on the garment and cloth that were asked for, or a blank garment. */
export function openedDraft(draft: Draft | null, { on, garment, wish, prices }: Opening): Draft {
  const wanted = on?.garment ?? garment ?? draft?.design.garment ?? firstPrinted(prices);
  const colors = offeredColors(wanted, on);
  const cloth = wish.cloth || draft?.design.color;
  const known = colors.find(({ name }) => name === cloth) ?? colors[0];
  const sizes = offeredSizes(wanted, on);
  const size = draft && sizes.includes(draft.size) ? draft.size : sizes.length === 1 ? (sizes[0] ?? '') : '';
  const design = draft
    ? { ...draft.design, garment: wanted, color: known?.name ?? draft.design.color }
    : blankDesign(wanted, known?.name ?? '');
  return { design, size, saved: draft?.saved ?? null };
}

function firstPrinted(prices: Readonly<Record<string, number>>): GarmentType {
  if (Object.hasOwn(prices, FALLBACK_GARMENT)) return FALLBACK_GARMENT;
  const [first] = Object.keys(prices);
  return (first as GarmentType | undefined) ?? FALLBACK_GARMENT;
}

/** The query of an address without some of its parameters; '' when none is left. */
export function searchWithout(search: string, names: readonly string[]): string {
  const kept = new URLSearchParams(search);
  for (const name of names) kept.delete(name);
  return kept.size > 0 ? `?${kept}` : '';
}

/** Takes parameters whose wish was granted out of the page's address: a reload or Back then finds the draft. */
export function grant(names: readonly string[]): void {
  history.replaceState(
    history.state,
    '',
    location.pathname + searchWithout(location.search, names) + location.hash,
  );
}
