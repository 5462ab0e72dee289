import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { readBody as readBytes } from '../lib/http.ts';
import { AuthError, invalid } from './errors.ts';
import type { Call, JsonObject } from './parts.ts';

const MAX_BODY_SIZE = 1024 * 1024;
const MAX_DEPTH = 32;
/** Metadata is part of every access token, which must fit in a header. */
const MAX_METADATA_SIZE = 6 * 1024;

/** Optional text; missing and null both mean '', as in GoTrue. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Optional boolean; missing and null mean false. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** Arbitrary JSON that fits in a token; undefined when missing or null. */
export const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value): JsonObject | undefined => value ?? undefined);

/**
 * Parses the JSON body with a schema; ignores unknown fields.
 * @throws AuthError `bad_json`, BodyTooLarge
 */
export async function readBody<T extends z.ZodType>(call: Call, schema: T): Promise<z.output<T>> {
  const parsed = schema.safeParse(await readJson(call.request));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw badJson(issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : 'unexpected shape');
}

/** @throws AuthError `validation_failed` when the metadata does not fit in an access token */
export function checkMetadataSize(value: JsonObject | undefined, name: string): void {
  if (value && Buffer.byteLength(JSON.stringify(value)) > MAX_METADATA_SIZE) {
    throw invalid(`${name} cannot be larger than ${MAX_METADATA_SIZE} bytes`);
  }
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, MAX_BODY_SIZE);
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

/** PostgreSQL cannot store NUL or unpaired surrogates. */
function isStorable(value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1));
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key, depth) && isStorable(item, depth + 1));
}

function badJson(reason: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);
}

/** RFC 5322 without quoting or comments; the host may lack a dot. */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const MAX_EMAIL_LENGTH = 255;
const MAX_LOCAL_PART_LENGTH = 64;

/**
 * Validates an email address and returns it in lower case, with a domain in another script as ASCII (`xn--…`).
 * @throws AuthError `validation_failed`
 */
export function normaliseEmail(address: string): string {
  if (address === '') throw invalid('An email address is required');
  if (address.length > MAX_EMAIL_LENGTH) throw invalid('An email address is too long');
  const [, user, domain] = /^([^@]+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? [];
  const email = (domain ? `${user}@${domainToASCII(domain)}` : address).toLowerCase();
  if (!EMAIL.test(email) || email.indexOf('@') > MAX_LOCAL_PART_LENGTH) {
    throw invalid('Unable to validate email address: invalid format');
  }
  return email;
}

/**
 * Validates a phone number and returns its E.164 digits without the plus sign.
 * @throws AuthError `validation_failed`
 */
export function normalisePhone(phone: string): string {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)');
  return digits;
}
