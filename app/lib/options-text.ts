import { capitalized } from './capitalized.ts';
import type { SoldOption } from './json-columns.ts';

type Options = {
  color?: string | null;
  size?: string | null;
  type?: string | null;
  /** All options as sold, including those with a column. */
  options?: readonly SoldOption[] | undefined;
};

/** Values of options other than color, size and type. */
function furtherValues({ color, size, type, options = [] }: Options): string[] {
  const values = options.map(({ value }) => value).filter(Boolean);
  for (const columnValue of [color, size, type]) {
    const at = values.findIndex((value) => value.toLowerCase() === columnValue?.toLowerCase());
    if (at >= 0) values.splice(at, 1);
  }
  return values;
}

/**
 * Option values of a cart or order line, the color first.
 * @param shown translates a value for the page; the result is its `name`
 */
export function optionValues(
  options: Options,
  shown = (value: string) => value,
): { value: string; name: string; color: boolean }[] {
  const { color, size, type } = options;
  const others = [size, type, ...furtherValues(options)].flatMap((value) => value || []);
  return [
    ...(color ? [{ value: color, name: capitalized(shown(color)), color: true }] : []),
    ...others.map((value) => ({ value, name: shown(value), color: false })),
  ];
}

/**
 * Formats option values as "Black · M". Lines never start with a dot.
 * @param more further text at the end
 * @param shown translates a value for the page
 */
export function optionsText(options: Options, more = '', shown = (value: string) => value): string {
  return [...optionValues(options, shown).map(({ name }) => name), more].filter(Boolean).join('\u00a0· ');
}
