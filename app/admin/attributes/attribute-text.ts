import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { numberText } from '#app/lib/typed-number.ts';
import { type Attribute, type AttributeValue, rangeOf, unitForms } from '#app/product/attributes.ts';

const number = /^-?\d{1,9}(\.\d{1,4})?$/;

/** Formats a value as text for a form field or a file cell: '45', '2-5', 'Loose', 'yes'. */
export function writeValue(value: AttributeValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  const { from, to } = rangeOf(value);
  return from === to ? String(from) : `${from}-${to}`;
}

/**
 * Parses a typed attribute value: undefined when empty, null when invalid. Numbers may carry their unit;
 * choices ignore case.
 */
export function readValue(
  { kind, unit, choices }: Pick<Attribute, 'kind' | 'unit' | 'choices'>,
  typed: string,
): AttributeValue | null | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (kind === 'text') return text.length <= 300 ? text : null;
  if (kind === 'choice') {
    return choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? null;
  }
  if (kind === 'boolean') {
    if (/^(yes|true|1|نعم)$/i.test(text)) return true;
    return /^(no|false|0|لا)$/i.test(text) ? false : null;
  }
  const suffix = unitForms(unit).find((form) => form && text.toLowerCase().endsWith(form.toLowerCase()));
  const withoutUnit = suffix ? text.slice(0, -suffix.length) : text;
  const ends = cleanAscii(withoutUnit)
    .split(/(?<=\d)\s*(?:-|to)\s*/i)
    .map(numberText);
  if (ends.length > 2 || !ends.every((end) => number.test(end))) return null;
  const [from = 0, to = from] = ends.map(Number);
  if (from > to) return null;
  return from === to ? from : { from, to };
}
