import type { Tenant } from '#app/brands/brand.ts';
import { optionList } from './legacy-values.ts';
import type { Product } from './product.ts';

/** What a shopper chooses before a product goes into the cart. */
export const optionKinds = ['color', 'size', 'type'] as const;
export type OptionKind = (typeof optionKinds)[number];
export type ChosenOptions = Record<OptionKind, string>;

type OptionFlags = Pick<Tenant['productsOptions'], 'colors' | 'sizes' | 'types'>;
const flagOf = { color: 'colors', size: 'sizes', type: 'types' } as const;

/** The options a product is sold in, of those that the store works with at all. */
export function productOptions(
  product: Pick<Product, OptionKind>,
  flags: OptionFlags,
): { kind: OptionKind; values: string[] }[] {
  return optionKinds
    .filter((kind) => flags[flagOf[kind]])
    .map((kind) => ({ kind, values: optionList(product[kind]) }))
    .filter(({ values }) => values.length > 0);
}

/**
 * What is wanted as far as it is offered, and the choice that makes itself: options with a single value; the others are ''.
 */
export function chosenOptions(
  options: { kind: OptionKind; values: string[] }[],
  wanted: Partial<ChosenOptions> = {},
): ChosenOptions {
  const held = (kind: OptionKind) => {
    const { values = [] } = options.find((option) => option.kind === kind) ?? {};
    const choice = values.length === 1 ? values[0] : wanted[kind];
    return choice && values.includes(choice) ? choice : '';
  };
  return { color: held('color'), size: held('size'), type: held('type') };
}
