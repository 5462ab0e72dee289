import { tenantEmail } from '../../app/auth/model.ts';
import { type DemoAccount, demoAccounts } from './accounts.ts';
import type { DemoStore } from './catalogue/demo-stores.ts';
import { type Client, type SeedContext, succeeded } from './seed-context.ts';

/** The people of one store, by the id of their account there. */
export interface StorePeople {
  readonly staff: string;
  readonly shopper: string;
}

/** The account's id when it exists already: an earlier attempt did not get further. */
async function findUser(client: Client, email: string): Promise<string | undefined> {
  for (let page = 1; page < 100; page++) {
    const { data, error } = await client.auth.admin.listUsers({ page, perPage: 200 });
    succeeded(`account ${email}`, { error });
    const user = data.users.find((one) => one.email === email);
    if (user) return user.id;
    if (data.users.length < 200) return undefined;
  }
  return undefined;
}

async function ensureUser(client: Client, account: DemoAccount, tenantId: string): Promise<string> {
  const email = tenantEmail(account.email, tenantId);
  const { data, error } = await client.auth.admin.createUser({
    email,
    password_hash: account.passwordHash,
    email_confirm: true,
    user_metadata: { name: account.name, original_email: account.email, tenant_id: tenantId },
  });
  if (data.user) return data.user.id;
  const known = error?.code === 'email_exists' ? await findUser(client, email) : undefined;
  if (!known) succeeded(`account ${email}`, { error: error ?? { message: 'no account was made' } });
  return known ?? '';
}

async function ensurePerson(client: Client, account: DemoAccount, tenantId: string): Promise<string> {
  const id = await ensureUser(client, account, tenantId);
  const step = `account ${account.email} in ${tenantId}`;
  succeeded(
    step,
    await client.rpc('create_profile_with_tenant', {
      p_user_id: id,
      p_tenant_id: tenantId,
      p_email: account.email,
      p_name: account.name,
    }),
  );
  if (account.role === 'shopper') return id;
  // A role without a tenant is the platform owner's.
  const role =
    account.role === 'staff'
      ? { tenant_id: tenantId, role: 'admin' as const }
      : { tenant_id: null, role: 'super_admin' as const };
  succeeded(
    step,
    await client.from('user_roles').upsert({ user_id: id, ...role }, { onConflict: 'user_id,tenant_id' }),
  );
  return id;
}

/** Makes a store's demo accounts with their profiles and roles; those that exist are kept. */
export async function seedPeople(store: DemoStore, { client }: SeedContext): Promise<StorePeople> {
  const here = demoAccounts.filter(({ tenants }) => tenants.includes(store.id));
  const made = await Promise.all(
    here.map(async (account) => [account.role, await ensurePerson(client, account, store.id)] as const),
  );
  const ids = new Map(made);
  return { staff: ids.get('staff') ?? '', shopper: ids.get('shopper') ?? '' };
}

/**
 * A client that is signed in as one of a store's demo people: by a link as if it had been mailed, which spares the
 * work that checking a password is meant to be.
 */
export async function signInAs(
  role: 'staff' | 'shopper',
  store: DemoStore,
  { client, connect }: SeedContext,
): Promise<Client> {
  const step = `signing in as ${role} of ${store.id}`;
  const account = demoAccounts.find((one) => one.role === role && one.tenants.includes(store.id));
  const link = await client.auth.admin.generateLink({
    type: 'magiclink',
    email: tenantEmail(account?.email ?? '', store.id),
  });
  succeeded(step, link);
  const person = connect();
  const { error } = await person.auth.verifyOtp({
    type: 'magiclink',
    token_hash: link.data.properties?.hashed_token ?? '',
  });
  succeeded(step, { error });
  return person;
}
