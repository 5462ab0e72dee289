import type { Tenant } from '#app/brands/brand.ts';
import { optionFlags } from './option-fields.ts';
import { fields, optionList, text } from './parse-values.ts';

/** Options with their own columns, known to every store. */
export const optionKinds = ['color', 'size', 'type'] as const;
export type OptionKind = (typeof optionKinds)[number];

/** Key of an option: its kind, or a colon and its name for other options. */
export type OptionKey = OptionKind | `:${string}`;

/** The value of each option; '' while none is selected. */
export type ChosenOptions = Record<OptionKind, string> & { [other: `:${string}`]: string };

export interface ProductOption {
  key: OptionKey;
  values: string[];
}

/** An option other than color, size and type, such as the device of a case. */
export interface OtherOption {
  name: string;
  values: string[];
  /** Position among the product's options, from 1. */
  position: number;
}

/** The key of a row of `product_options`. */
export function optionKey({ kind, name }: Record<string, unknown>): OptionKey {
  return optionKinds.find((one) => one === kind) ?? `:${text(name)}`;
}

/** The name of a further option; null for color, size and type, which are translated. */
export function otherName(key: OptionKey): string | null {
  return key.startsWith(':') ? key.slice(1) : null;
}

/** The other options from a row's embedded `product_options`, in order. */
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
 * A product's options: color, size and type, then others. An other option that staff put first stays first. An option
 * that the store does not use is included only if it has several values, because the product could not be ordered
 * without a choice.
 */
export function productOptions(
  product: Record<OptionKind, string> & { otherOptions?: readonly OtherOption[] },
  flags: OptionFlags,
): ProductOption[] {
  const kindOptions = optionKinds
    .map((kind) => ({ key: kind, values: optionList(product[kind]) }))
    .filter(({ key, values }) => flags[optionFlags[key]] || values.length > 1);
  const others = (product.otherOptions ?? []).map(({ name, values, position }) => ({
    first: position === 1,
    option: { key: `:${name}` as const, values },
  }));
  return [
    ...others.filter(({ first }) => first).map(({ option }) => option),
    ...kindOptions,
    ...others.filter(({ first }) => !first).map(({ option }) => option),
  ].filter(({ values }) => values.length > 0);
}

/** Applies the requested values that are offered, and selects single values; the rest is ''. */
export function resolveOptions(
  options: readonly ProductOption[],
  requested: Partial<ChosenOptions> = {},
): ChosenOptions {
  const resolved: ChosenOptions = { color: '', size: '', type: '' };
  for (const { key, values } of options) {
    const choice = values.length === 1 ? values[0] : requested[key];
    resolved[key] = choice && values.includes(choice) ? choice : '';
  }
  return resolved;
}
