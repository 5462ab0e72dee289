import { ownerEmail, tenantEmail } from '../../app/auth/account-contacts.ts';
import type { DemoAccount } from './demo-files.ts';
import { type Client, type LoadContext, succeeded } from './load-context.ts';
import { markAccounts } from './mark-demo.ts';

/** The people of one store: the shopper's account, and signed-in clients. */
export interface StorePeople {
  readonly shopperId: string;
  readonly shopper: Client;
  readonly staff: Client;
}

/** The id of an existing account. */
async function findUser(client: Client, email: string): Promise<string> {
  for (let page = 1; ; page++) {
    const { data, error } = await client.auth.admin.listUsers({ page, perPage: 200 });
    succeeded(`account ${email}`, { error });
    const user = data.users.find((one) => one.email === email);
    if (user) return user.id;
    if (data.users.length < 200) throw new Error(`The account ${email} exists but is not listed.`);
  }
}

async function ensureUser(client: Client, account: DemoAccount, tenantId: string): Promise<string> {
  // The owner has one account for all stores.
  const isOwner = account.role === 'super admin';
  const email = isOwner ? ownerEmail(account.email) : tenantEmail(account.email, tenantId);
  const { data, error } = await client.auth.admin.createUser({
    email,
    // A hash, to avoid hashing the password for each of eleven accounts.
    password_hash: account.passwordHash,
    email_confirm: true,
    user_metadata: {
      name: account.name,
      original_email: account.email,
      ...(isOwner ? {} : { tenant_id: tenantId }),
    },
  });
  if (error?.code === 'email_exists') return findUser(client, email);
  succeeded(`account ${email}`, { error });
  return data.user?.id ?? '';
}

async function ensurePerson(client: Client, account: DemoAccount, tenantId: string): Promise<string> {
  const id = await ensureUser(client, account, tenantId);
  await markAccounts(tenantId, [account], client);
  const step = `account ${account.email} in ${tenantId}`;
  const profile = { p_user_id: id, p_tenant_id: tenantId, p_email: account.email, p_name: account.name };
  succeeded(step, await client.rpc('create_profile_with_tenant', profile));
  if (account.role === 'shopper') return id;
  // A role without a tenant is the platform owner's.
  const role =
    account.role === 'staff'
      ? { tenant_id: tenantId, role: 'admin' as const }
      : { tenant_id: null, role: 'super_admin' as const };
  const rights = client
    .from('user_roles')
    .upsert({ user_id: id, ...role }, { onConflict: 'user_id,tenant_id' });
  succeeded(step, await rights);
  return id;
}

/** Signs a client in through a mailed link's token, which avoids the deliberately slow password check. */
async function signIn(
  account: DemoAccount,
  tenantId: string,
  { client, connect }: LoadContext,
): Promise<Client> {
  const step = `signing in as ${account.role} of ${tenantId}`;
  const email = tenantEmail(account.email, tenantId);
  const link = await client.auth.admin.generateLink({ type: 'magiclink', email });
  succeeded(step, link);
  const person = connect();
  const token_hash = link.data.properties?.hashed_token ?? '';
  succeeded(step, await person.auth.verifyOtp({ type: 'magiclink', token_hash }));
  return person;
}

/** Creates a store's demo accounts with their profiles and roles; existing ones stay. */
export async function loadPeople(
  tenantId: string,
  accounts: readonly DemoAccount[],
  context: LoadContext,
): Promise<StorePeople> {
  const here = accounts.filter(({ tenants }) => tenants.includes(tenantId));
  const shopper = here.find(({ role }) => role === 'shopper');
  const staff = here.find(({ role }) => role === 'staff');
  if (!shopper || !staff) throw new Error(`${tenantId} needs a demo shopper and a member of staff.`);
  const ids = await Promise.all(here.map((account) => ensurePerson(context.client, account, tenantId)));
  return {
    shopperId: ids[here.indexOf(shopper)] ?? '',
    shopper: await signIn(shopper, tenantId, context),
    staff: await signIn(staff, tenantId, context),
  };
}
