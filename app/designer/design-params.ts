import { FALLBACK_GARMENT, type GarmentType } from '#app/garments/types.ts';
import { blankDesign } from './design-edits.ts';
import { type DesignProduct, offeredColors, offeredSizes } from './design-product.ts';
import type { Draft } from './drafts.ts';

/** What the address adds to the design that is opened. */
export interface DesignParams {
  /** A text to begin with. */
  text: string;
  /** Its ink, as typed. */
  ink: string;
  /** The cloth's colour by name. */
  cloth: string;
}

/** The parameters of the address `/customize` that open a design, that of the garment included. */
export const designParamNames = ['garment', 'color', 'text', 'ink'];

export const readDesignParams = (search: URLSearchParams): DesignParams => ({
  text: search.get('text') ?? '',
  ink: search.get('ink') ?? '',
  cloth: search.get('color') ?? '',
});

interface Opening {
  on: DesignProduct | null;
  /** The garment that the address asks for. */
  garment: GarmentType | null;
  params: DesignParams;
  /** Base prices of the garments that the store prints on. */
  prices: Readonly<Record<string, number>>;
}

/** The design that opens: the draft on the garment and cloth that were asked for, or a blank garment. */
export function initialDraft(draft: Draft | null, { on, garment, params, prices }: Opening): Draft {
  const printed = [garment, draft?.design.garment].find((type) => type && Object.hasOwn(prices, type));
  const wanted = on?.garment ?? printed ?? firstPrinted(prices);
  const colors = offeredColors(wanted, on);
  const cloth = params.cloth || draft?.design.color;
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

/** Takes parameters whose params was granted out of the page's address: a reload or Back then finds the draft. */
export function grant(names: readonly string[]): void {
  history.replaceState(
    history.state,
    '',
    location.pathname + searchWithout(location.search, names) + location.hash,
  );
}
