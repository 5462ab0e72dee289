import { FALLBACK_GARMENT, type GarmentType } from '#app/garments/types.ts';
import type { Design } from './design.ts';
import { blankDesign } from './design-edits.ts';
import { type DesignProduct, offeredColors, offeredSizes } from './design-product.ts';
import type { Draft } from './drafts.ts';

/** Search parameters that are applied to the opened design. */
interface DesignParams {
  text: string;
  /** Ink color, as typed. */
  ink: string;
  /** Name of the fabric color. */
  cloth: string;
  size: string;
}

/** Search parameters of `/customize` that open a design, including the garment. */
export const designParamNames = ['garment', 'color', 'size', 'text', 'ink'];

export const readDesignParams = (search: URLSearchParams): DesignParams => ({
  text: search.get('text') ?? '',
  ink: search.get('ink') ?? '',
  cloth: search.get('color') ?? '',
  size: search.get('size') ?? '',
});

interface OpenOptions {
  shopProduct: DesignProduct | null;
  /** Garment from the URL. */
  garment: GarmentType | null;
  params: DesignParams;
  /** Base prices of the garments that the store prints on. */
  prices: Readonly<Record<string, number>>;
}

/** Returns the design to open: the draft, on the requested garment, color and size, or a blank garment. */
export function initialDraft(
  draft: Draft | null,
  { shopProduct, garment, params, prices }: OpenOptions,
): Draft {
  const printed = [garment, draft?.design.garment].find((type) => type && Object.hasOwn(prices, type));
  const garmentType = shopProduct?.garment ?? printed ?? firstPrinted(prices);
  const colors = offeredColors(garmentType, shopProduct);
  const cloth = params.cloth || draft?.design.color;
  const color = colors.find(({ name }) => name === cloth) ?? colors[0];
  const sizes = offeredSizes(garmentType, shopProduct);
  const onlySize = sizes.length === 1 ? sizes[0] : undefined;
  const size = [params.size, draft?.size, onlySize].find((one) => one && sizes.includes(one)) ?? '';
  const design = draft
    ? { ...draft.design, garment: garmentType, color: color?.name ?? draft.design.color }
    : blankDesign(garmentType, color?.name ?? '');
  return { design, size, saved: draft?.saved ?? null, line: draft?.line ?? null };
}

/** Whether a design contains a text. */
export const hasText = ({ elements }: Design, text: string): boolean =>
  elements.some((element) => element.kind === 'text' && element.text === text);

/**
 * Whether a URL requests another design than the draft: on another garment that the store prints, or with another text.
 */
export function isOtherDesign(
  { design }: Draft,
  requested: { garment: GarmentType | null; text: string },
  prices: OpenOptions['prices'],
): boolean {
  const { garment, text } = requested;
  if (design.elements.length === 0) return false;
  const otherGarment = garment !== null && garment !== design.garment && Object.hasOwn(prices, garment);
  return otherGarment || (text !== '' && !hasText(design, text));
}

function firstPrinted(prices: Readonly<Record<string, number>>): GarmentType {
  if (Object.hasOwn(prices, FALLBACK_GARMENT)) return FALLBACK_GARMENT;
  const [first] = Object.keys(prices);
  return (first as GarmentType | undefined) ?? FALLBACK_GARMENT;
}

/** Removes parameters from a query string; returns '' when none is left. */
export function searchWithout(search: string, names: readonly string[]): string {
  const params = new URLSearchParams(search);
  for (const name of names) params.delete(name);
  return params.size > 0 ? `?${params}` : '';
}

/** Removes applied parameters from the page's URL, so that a reload or Back opens the draft. */
export function removeParams(names: readonly string[]): void {
  history.replaceState(
    history.state,
    '',
    location.pathname + searchWithout(location.search, names) + location.hash,
  );
}
