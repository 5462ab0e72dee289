import { type Attribute, type AttributeValue, rangeOf } from '#app/product/attributes.ts';

const number = /^-?\d{1,9}(\.\d{1,4})?$/;

/** A value as staff type it, in a form's field or a file's cell: '45', '2-5', 'Loose', 'yes'. */
export function writeValue(value: AttributeValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  const { from, to } = rangeOf(value);
  return from === to ? String(from) : `${from}-${to}`;
}

/**
 * What somebody typed as a value of an attribute: undefined when nothing was typed, null when it is no value of it. Numbers may
 * have their unit behind them, choices any case.
 */
export function readValue(
  { kind, unit, choices }: Pick<Attribute, 'kind' | 'unit' | 'choices'>,
  typed: string,
): AttributeValue | null | undefined {
  const said = typed.trim();
  if (said === '') return undefined;
  if (kind === 'text') return said.length <= 300 ? said : null;
  if (kind === 'choice') {
    return choices.find((choice) => choice.toLowerCase() === said.toLowerCase()) ?? null;
  }
  if (kind === 'boolean') {
    if (/^(yes|true|1|نعم)$/i.test(said)) return true;
    return /^(no|false|0|لا)$/i.test(said) ? false : null;
  }
  const bare = unit && said.toLowerCase().endsWith(unit.toLowerCase()) ? said.slice(0, -unit.length) : said;
  const ends = bare.split(/(?<=\d)\s*(?:–|-|to)\s*/i).map((end) => end.trim());
  if (ends.length > 2 || !ends.every((end) => number.test(end))) return null;
  const [from = 0, to = from] = ends.map(Number);
  if (from > to) return null;
  return from === to ? from : { from, to };
}
