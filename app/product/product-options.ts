import type { Tenant } from '#app/brands/brand.ts';
import { fields, optionList, text } from './legacy-values.ts';
import { optionFlags } from './option-fields.ts';

/** The options that every store knows, which have columns of their own. */
export const optionKinds = ['color', 'size', 'type'] as const;
export type OptionKind = (typeof optionKinds)[number];

/** What an option is told by: its kind, or for one that is neither color, size nor type a colon and its name. */
export type OptionKey = OptionKind | `:${string}`;

/** The value of each option; '' while it is open. */
export type ChosenOptions = Record<OptionKind, string> & { [other: `:${string}`]: string };

/** An option of a product with its values in order. */
export interface ProductOption {
  key: OptionKey;
  values: string[];
}

/** An option that is neither color, size nor type, such as the device that a case fits. */
export interface OtherOption {
  name: string;
  values: string[];
  /** Its place among the product's options, from 1. */
  position: number;
}

/** The key of the option that a row of `product_options` is about. */
export function optionKey({ kind, name }: Record<string, unknown>): OptionKey {
  return optionKinds.find((one) => one === kind) ?? `:${text(name)}`;
}

/** The name of an option that has no kind of its own; null for color, size and type, which are named in each language. */
export function otherName(key: OptionKey): string | null {
  return key.startsWith(':') ? key.slice(1) : null;
}

/** The options that have no kind of their own, in order, from a row's embedded `product_options`. */
export function otherOptions(rows: unknown): OtherOption[] {
  return (Array.isArray(rows) ? rows.map(fields) : [])
    .filter((row) => otherName(optionKey(row)))
    .map((row) => ({
      name: text(row.name),
      values: Array.isArray(row.values) ? row.values.map(text).filter(Boolean) : [],
      position: Number(row.position),
    }))
    .sort((one, other) => one.position - other.position);
}

type OptionFlags = Pick<Tenant['productsOptions'], 'colors' | 'sizes' | 'types'>;

/**
 * The options a product is sold in: color, size and type, then all others. One of these that staff put first is asked first.
 * Where a store does not work with an option, its values are asked only when there is a choice: nothing could be ordered
 * without it.
 */
export function productOptions(
  product: Record<OptionKind, string> & { otherOptions?: readonly OtherOption[] },
  flags: OptionFlags,
): ProductOption[] {
  const known = optionKinds
    .map((kind) => ({ key: kind, values: optionList(product[kind]) }))
    .filter(({ key, values }) => flags[optionFlags[key]] || values.length > 1);
  const others = (product.otherOptions ?? []).map(({ name, values, position }) => ({
    first: position === 1,
    option: { key: `:${name}` as const, values },
  }));
  return [
    ...others.filter(({ first }) => first).map(({ option }) => option),
    ...known,
    ...others.filter(({ first }) => !first).map(({ option }) => option),
  ].filter(({ values }) => values.length > 0);
}

/**
 * What is wanted as far as it is offered, and the choice that makes itself: options with a single value; the others are ''.
 */
export function chosenOptions(
  options: readonly ProductOption[],
  wanted: Partial<ChosenOptions> = {},
): ChosenOptions {
  const chosen: ChosenOptions = { color: '', size: '', type: '' };
  for (const { key, values } of options) {
    const choice = values.length === 1 ? values[0] : wanted[key];
    chosen[key] = choice && values.includes(choice) ? choice : '';
  }
  return chosen;
}
