import { RestError } from './errors.ts';

/** Format of the rows: a list, a single object, or CSV. */
export interface Output {
  form: 'array' | 'object' | 'csv';
  /** Omits keys whose value is null. */
  stripNulls: boolean;
  contentType: string;
}

const ARRAY: Output = {
  form: 'array',
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
};
const ARRAY_STRIPPED: Output = {
  form: 'array',
  stripNulls: true,
  contentType: 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
};
const OBJECT: Output = {
  form: 'object',
  stripNulls: false,
  contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
};
const OBJECT_STRIPPED: Output = {
  form: 'object',
  stripNulls: true,
  contentType: 'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
};
const CSV: Output = { form: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' };

/**
 * Selects the response format from the Accept header.
 * @throws RestError PGRST107 (406) when none is supported
 */
export function negotiate(accept: string | undefined): Output {
  if (accept === undefined || accept === 'application/json' || accept === '*/*') return ARRAY;
  const accepted = accept
    .split(',')
    .map((range) => ({ range: range.trim(), quality: Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1) }))
    .sort((one, other) => other.quality - one.quality);
  for (const { range } of accepted) {
    const output = outputFor(range.toLowerCase());
    if (output) return output;
  }
  const names = accepted.map(({ range }) => range).join(', ');
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${names}`);
}

function outputFor(range: string): Output | undefined {
  const stripped = /;\s*nulls=stripped/.test(range);
  switch (range.split(';', 1)[0]?.trim()) {
    case 'application/json':
    case 'application/*':
    case '*/*':
      return ARRAY;
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return stripped ? OBJECT_STRIPPED : OBJECT;
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return stripped ? ARRAY_STRIPPED : ARRAY;
    case 'text/csv':
      return CSV;
    default:
      return undefined;
  }
}
