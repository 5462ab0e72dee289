import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import type { Environment } from '../environment.ts';
import { newOwnerInvitation } from './owner-invitation.ts';

interface Surroundings {
  admin: SupabaseClient<Database>;
  port: number;
  /** Whether the output goes to a person's terminal rather than a log. */
  isTerminal: boolean;
  log: Logger;
}

/** File with the link when there is no terminal. */
export const ownerLinkFile = 'owner-link.txt';

/**
 * Creates a link for the first owner if the installation has none. Prints it to the terminal; without one,
 * writes it to a file in the data folder that only its owner can read, since other output ends up in logs.
 * @returns lines to print; none if there is an owner
 * @throws Error when the database fails or the file cannot be written
 */
export async function inviteFirstOwner(
  environment: Environment,
  { admin, port, isTerminal, log }: Surroundings,
): Promise<string[]> {
  const { link, tokenHash } = newOwnerInvitation(environment, port);
  const { data: until, error } = await admin.rpc('invite_owner', { p_token_hash: tokenHash });
  if (error) throw new Error(`The link for the first owner could not be made: ${error.message}`);
  const file = join(resolve(environment.SOUK_DATA), ownerLinkFile);
  const unfinished = `${file}.new`;
  for (const old of [file, unfinished]) await rm(old, { force: true });
  if (!until) return [];
  const lead = 'Nobody owns these stores yet. Make your account with the link';
  const again =
    'It works once, within an hour; the next start or npm run owner -- you@example.com makes another.';
  if (isTerminal) return ['', `${lead}:`, `  ${link}`, again];
  // Written under another name first, so that the file is always complete and never readable by others.
  await writeFile(unfinished, `${link}\n`, { mode: 0o600, flag: 'wx' });
  await rename(unfinished, file);
  log.warn(
    { file },
    'nobody owns these stores yet: the link in this file makes the first account, within an hour',
  );
  return ['', `${lead} in ${file}.`, again];
}
