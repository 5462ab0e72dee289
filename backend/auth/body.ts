import { z } from 'zod';
import { readBody as readBytes } from '../lib/http.ts';
import { AuthError, invalid } from './errors.ts';
import type { Call, JsonObject } from './parts.ts';

const LARGEST_BODY = 1024 * 1024;
const DEEPEST_VALUE = 32;
/** Metadata travels in every access token, and a header has to hold that. */
const LARGEST_METADATA = 6 * 1024;

/** A text that may be missing or null, as GoTrue's decoder takes it: both mean empty. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** A flag that may be missing or null. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** Free JSON of the caller's, of a size that fits in a token; undefined when missing or null. */
export const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value): JsonObject | undefined => value ?? undefined);

/**
 * Reads the JSON body by a schema; unknown fields are left out.
 * @throws AuthError `bad_json`, BodyTooLarge
 */
export async function readBody<T extends z.ZodType>(call: Call, schema: T): Promise<z.output<T>> {
  const parsed = schema.safeParse(await readJson(call.request));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw badJson(issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : 'unexpected shape');
}

/** @throws AuthError `validation_failed` when the metadata would not fit in an access token. */
export function checkMetadataSize(value: JsonObject | undefined, name: string): void {
  if (value && Buffer.byteLength(JSON.stringify(value)) > LARGEST_METADATA) {
    throw invalid(`${name} cannot be larger than ${LARGEST_METADATA} bytes`);
  }
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, LARGEST_BODY);
  const source = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw badJson(source === '' ? 'unexpected end of JSON input' : 'invalid JSON');
  }
  if (!isStorable(value, 0))
    throw badJson('a text holds characters that cannot be stored, or values nest too deep');
  return value;
}

/** PostgreSQL holds no NUL and no half of a surrogate pair. */
function isStorable(value: unknown, depth: number): boolean {
  if (depth > DEEPEST_VALUE) return false;
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1));
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key, depth) && isStorable(item, depth + 1));
}

function badJson(reason: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);
}
