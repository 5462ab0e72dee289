import { isUtf8 } from 'node:buffer';
import { parseCsv } from './csv.ts';
import { invalidBody } from './errors.ts';
import type { CallContent } from './find-routine.ts';

/** A parsed body, as needed by statements. */
export interface Payload {
  content: CallContent;
  /** Parameter of the statement: JSON text, or the raw body. */
  value: string | Uint8Array;
  /** Whether it is a single object instead of an array. */
  isObject: boolean;
  /** The keys common to all objects. */
  keys: readonly string[];
  /** Fields of a form, passed to functions as arguments. */
  fields?: readonly (readonly [name: string, value: string])[];
}

const KEYS_DIFFER = 'All object keys must match';
const INVALID_JSON = 'Empty or invalid json';

/**
 * Parses a body by its content type.
 * @param columns the `columns` parameter, which gives the keys and leaves the JSON to the database
 * @param isCall whether the target is a function, which may take text and bytes
 * @throws RestError PGRST102 for an invalid body
 */
export function readPayload(
  bytes: Uint8Array,
  contentType: string | undefined,
  columns: readonly string[] | undefined,
  isCall: boolean,
): Payload {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? 'application/json';
  switch (type) {
    case 'application/json':
      return readJson(textOf(bytes, INVALID_JSON), columns, isCall);
    case 'text/csv': {
      const rows = parseCsv(textOf(bytes, 'Empty or invalid csv'));
      const keys = Object.keys(rows[0] ?? {});
      return { content: 'csv', value: JSON.stringify(rows), isObject: false, keys };
    }
    case 'application/x-www-form-urlencoded': {
      const fields = [...new URLSearchParams(textOf(bytes, 'Empty or invalid form'))];
      const keys = [...new Set(fields.map(([name]) => name))];
      const value = JSON.stringify(Object.fromEntries(fields));
      return { content: isCall ? 'form' : 'json', value, isObject: true, keys, fields };
    }
    case 'text/plain':
    case 'text/xml':
      if (isCall)
        return wholeBody(type === 'text/xml' ? 'xml' : 'text', textOf(bytes, 'The body is not UTF-8'));
      break;
    case 'application/octet-stream':
      if (isCall) return wholeBody('bytes', bytes);
  }
  throw invalidBody(`Content-Type not acceptable: ${contentType}`);
}

function wholeBody(content: CallContent, value: string | Uint8Array): Payload {
  return { content, value, isObject: false, keys: [] };
}

function readJson(text: string, columns: readonly string[] | undefined, isCall: boolean): Payload {
  if (columns) {
    const isObject = /^[ \t\r\n]*\{/.test(text);
    return { content: 'json', value: text, isObject, keys: columns };
  }
  if (text === '' && isCall) {
    return { content: 'json', value: '{}', isObject: true, keys: [] };
  }
  const body = parseJson(text);
  const rows = Array.isArray(body) ? body : [body];
  const keys = keysOf(rows);
  if (keys) return { content: 'json', value: text, isObject: rows !== body, keys };
  if (!isCall && Array.isArray(body)) throw invalidBody(KEYS_DIFFER);
  // A function may take any JSON value; for a table it contains no rows.
  return wholeBody('json', isCall ? text : '[]');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody(INVALID_JSON);
  }
}

/** The keys of all objects; undefined when they differ or a row is no object. */
function keysOf(rows: readonly unknown[]): string[] | undefined {
  const first = rows.length === 0 ? {} : rows[0];
  if (!isObject(first)) return undefined;
  const keys = new Set(Object.keys(first));
  const alike = rows.every((row) => {
    if (!isObject(row)) return false;
    const own = Object.keys(row);
    return own.length === keys.size && own.every((key) => keys.has(key));
  });
  return alike ? [...keys] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(bytes: Uint8Array, message: string): string {
  if (!isUtf8(bytes)) throw invalidBody(message);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
