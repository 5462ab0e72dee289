import { isUtf8 } from 'node:buffer';
import { parseCsv } from './csv.ts';
import { invalidBody } from './errors.ts';
import type { CallContent } from './find-routine.ts';

/** A request's body, as far as a statement needs to know it. */
export interface Payload {
  content: CallContent;
  /** What goes to the database: text of JSON, or the body as it came. */
  value: string | Uint8Array;
  /** One object, or an array of them. */
  isObject: boolean;
  /** The keys of all objects. */
  keys: readonly string[];
  /** Names and values of a form, which calls take one by one. */
  fields: readonly (readonly [name: string, value: string])[] | undefined;
}

const NOT_ALIKE = 'All object keys must match';
const NO_JSON = 'Empty or invalid json';

/**
 * Reads a body by its content type.
 * @param columns the `columns` parameter: then keys are known, and the JSON is left to the database.
 * @param isCall whether it is for a function, which may take text and bytes.
 * @throws RestError PGRST102 when it cannot be read.
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
      return readJson(textOf(bytes, NO_JSON), columns, isCall);
    case 'text/csv': {
      const rows = parseCsv(textOf(bytes, 'Empty or invalid csv'));
      const keys = Object.keys(rows[0] ?? {});
      return { content: 'csv', value: JSON.stringify(rows), isObject: false, keys, fields: undefined };
    }
    case 'application/x-www-form-urlencoded': {
      const fields = [...new URLSearchParams(textOf(bytes, 'Empty or invalid form'))];
      const keys = [...new Set(fields.map(([name]) => name))];
      const value = JSON.stringify(Object.fromEntries(fields));
      return { content: isCall ? 'form' : 'json', value, isObject: true, keys, fields };
    }
    case 'text/plain':
    case 'text/xml':
    case 'application/octet-stream':
      if (isCall) return readWhole(bytes, type);
  }
  throw invalidBody(`Content-Type not acceptable: ${contentType}`);
}

function readWhole(bytes: Uint8Array, type: string): Payload {
  const content = type === 'text/plain' ? 'text' : type === 'text/xml' ? 'xml' : 'bytes';
  const value = content === 'bytes' ? bytes : textOf(bytes, 'The body is not UTF-8');
  return { content, value, isObject: false, keys: [], fields: undefined };
}

function readJson(text: string, columns: readonly string[] | undefined, isCall: boolean): Payload {
  if (columns) {
    const isObject = /^[ \t\r\n]*\{/.test(text);
    return { content: 'json', value: text, isObject, keys: columns, fields: undefined };
  }
  if (text === '' && isCall) {
    return { content: 'json', value: '{}', isObject: true, keys: [], fields: undefined };
  }
  const body = parsed(text);
  const rows = Array.isArray(body) ? body : [body];
  const keys = keysOf(rows);
  if (keys) return { content: 'json', value: text, isObject: rows !== body, keys, fields: undefined };
  if (!isCall && Array.isArray(body)) throw invalidBody(NOT_ALIKE);
  // A function may take any JSON as a whole; as rows for a table nothing of it is one.
  return { content: 'json', value: isCall ? text : '[]', isObject: false, keys: [], fields: undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody(NO_JSON);
  }
}

/** The keys that all the objects have; undefined when they differ or are no objects. */
function keysOf(rows: readonly unknown[]): string[] | undefined {
  const keys = isObject(rows[0]) ? Object.keys(rows[0]) : rows.length === 0 ? [] : undefined;
  if (!keys) return undefined;
  const known = new Set(keys);
  const alike = rows.every((row) => {
    if (!isObject(row)) return false;
    let count = 0;
    for (const key in row) {
      if (!known.has(key)) return false;
      count += 1;
    }
    return count === known.size;
  });
  return alike ? keys : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(bytes: Uint8Array, message: string): string {
  if (!isUtf8(bytes)) throw invalidBody(message);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
