import { capitalized } from './capitalized.ts';

type Options = {
  color?: string | null;
  size?: string | null;
  type?: string | null;
  /** All options as sold, [{name, value}], also those that are neither color, size nor type. */
  options?: unknown;
};

/** The values of the options that are neither color, size nor type. */
function furtherValues({ color, size, type, options }: Options): string[] {
  const values = (Array.isArray(options) ? options : []).flatMap((option: unknown) => {
    const value = typeof option === 'object' && option !== null && 'value' in option ? option.value : null;
    return typeof value === 'string' && value ? [value] : [];
  });
  for (const known of [color, size, type]) {
    const at = values.findIndex((value) => value.toLowerCase() === known?.toLowerCase());
    if (at >= 0) values.splice(at, 1);
  }
  return values;
}

/** The values of the options of something in a cart or an order, the colour first. */
export function soldValues(sold: Options): { value: string; color: boolean }[] {
  const { color, size, type } = sold;
  const others = [size, type, ...furtherValues(sold)].flatMap((value) => value || []);
  return [
    ...(color ? [{ value: capitalized(color), color: true }] : []),
    ...others.map((value) => ({ value, color: false })),
  ];
}

/**
 * The options of something in a cart or an order as one text: "Black · M". No line begins with a dot.
 * @param more what else tells it from others, in words.
 */
export function optionsText(sold: Options, more = ''): string {
  return [...soldValues(sold).map(({ value }) => value), more].filter(Boolean).join('\u00a0· ');
}
