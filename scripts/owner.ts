import { openPool } from 'embedded-supabase/database';
import { z } from 'zod';
import { backendClient } from '../server/backend/backend-clients.ts';
import type { Environment } from '../server/environment.ts';
import { newOwnerInvitation } from '../server/owners/owner-invitation.ts';
import { runCommand } from './command-line.ts';
import { openStoreDatabase } from './store-database.ts';

/**
 * Stores the digest of a link for an address, like the server.
 * @returns a refusal or failure as a sentence
 */
type Invite = (tokenHash: string, email: string) => Promise<string | undefined>;

const NOT_MIGRATED = 'the database is of an older version. Start the store once, which brings it up to date.';

/** For a Supabase project, reached with its secret key. */
function overApi({ SUPABASE_SECRET_KEY: key = '' }: Environment, url: string): Invite {
  const admin = backendClient({ internalUrl: url, fetch }, key);
  return async (tokenHash, email) => {
    const { error } = await admin.rpc('invite_owner', { p_token_hash: tokenHash, p_email: email });
    return error?.code === 'PGRST202' ? NOT_MIGRATED : error?.message;
  };
}

/** For the store's own database, or its embedded one, whether or not the store is running. */
const overDatabase: Invite = async (tokenHash, email) => {
  const database = await openStoreDatabase();
  const sql = openPool(database.address, 1);
  try {
    await sql.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`;
      await transaction`select public.invite_owner(${tokenHash}, ${email})`;
    });
    return undefined;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === '42883';
    return isMissing ? NOT_MIGRATED : error instanceof Error ? error.message : String(error);
  } finally {
    await sql.end();
    await database.stop();
  }
};

// `npm run owner -- EMAIL`: prints a link that creates an owner, or restores an owner's account.
await runCommand('npm run owner -- EMAIL', async ({ environment, values: [email = ''] }) => {
  if (!z.email().max(200).safeParse(email).success) throw new Error(`${email} is no email address.`);
  const { link, tokenHash } = newOwnerInvitation(environment);
  const invite = environment.SUPABASE_URL ? overApi(environment, environment.SUPABASE_URL) : overDatabase;
  const failure = await invite(tokenHash, email);
  if (failure) throw new Error(`The link could not be made: ${failure}`);
  process.stdout.write(
    `With this link ${email} becomes an owner of all stores, or gets their account back with a new password:\n  ${link}\nIt works once, within an hour, while the store runs.\n`,
  );
});
