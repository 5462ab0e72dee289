import { z } from 'zod';
import { normaliseEmail, normalisePhone } from '../addresses.ts';
import { checkMetadataSize, flag, metadata, readBody, text } from '../body.ts';
import { invalid } from '../errors.ts';
import type { AuthParts, Call } from '../parts.ts';

const Fields = z.object({
  id: text.transform((id) => id.toLowerCase()),
  role: text,
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
});

/** Empty texts stand for missing fields. `bannedUntil` is ISO 8601, null to lift a ban, undefined for no change. */
export type UserFields = Omit<z.output<typeof Fields>, 'ban_duration'> & {
  bannedUntil: string | null | undefined;
};

/** Parses and validates the fields of a user, from an admin request. */
export async function readUserFields(auth: AuthParts, call: Call): Promise<UserFields> {
  const { ban_duration: banDuration, ...fields } = await readBody(call, Fields);
  checkMetadataSize(fields.user_metadata, 'User metadata');
  checkMetadataSize(fields.app_metadata, 'App metadata');
  if (fields.role.length > 255) throw invalid('role cannot be longer than 255 characters');
  return {
    ...fields,
    role: fields.role.trim(),
    email: fields.email && normaliseEmail(fields.email),
    phone: fields.phone && normalisePhone(fields.phone),
    bannedUntil: banEnd(banDuration, auth.now()),
  };
}

const UNIT_MS = new Map(
  Object.entries({ ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }),
);
/** Longest ban, within the range of the database's timestamps. */
const MAX_BAN_MS = 1000 * 365 * 86_400_000;

/**
 * Parses the end of a ban from a GoTrue duration (`24h`, `1h30m`): null for `none`, undefined for no change.
 * @throws AuthError `validation_failed`
 */
export function banEnd(duration: string, now: Date): string | null | undefined {
  if (duration === '') return undefined;
  if (duration === 'none') return null;
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(duration)) {
    throw invalid(`invalid format for ban duration: ${JSON.stringify(duration.slice(0, 64))}`);
  }
  let milliseconds = 0;
  for (const [, count, , unit] of duration.matchAll(/(\d+(\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    milliseconds += Number(count) * (UNIT_MS.get(unit ?? '') ?? 0);
  }
  return new Date(now.getTime() + Math.min(milliseconds, MAX_BAN_MS)).toISOString();
}
