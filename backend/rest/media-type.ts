import { RestError } from './errors.ts';

/** Format of the rows: a list, a single object, or CSV. */
export interface Output {
  form: 'array' | 'object' | 'csv';
  /** Omits keys whose value is null. */
  stripNulls: boolean;
  contentType: string;
}

const ARRAY = outputOf('array', 'application/json');
const CSV = outputOf('csv', 'text/csv');
const OBJECT_TYPE = 'application/vnd.pgrst.object+json';
const ARRAY_TYPE = 'application/vnd.pgrst.array+json';

function outputOf(form: Output['form'], type: string, stripNulls = false): Output {
  const parameters = `${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`;
  return { form, stripNulls, contentType: `${type}${parameters}` };
}

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
    case OBJECT_TYPE:
    case 'application/vnd.pgrst.object':
      return outputOf('object', OBJECT_TYPE, stripped);
    case ARRAY_TYPE:
    case 'application/vnd.pgrst.array':
      return stripped ? outputOf('array', ARRAY_TYPE, true) : ARRAY;
    case 'text/csv':
      return CSV;
    default:
      return undefined;
  }
}
