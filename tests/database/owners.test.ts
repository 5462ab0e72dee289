import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { attempt, errorMessage, makePerson, server } from './people.ts';
import { makeStore } from './store.ts';

databaseForFile();
beforeAll(async () => {
  await makeStore(db, 'inkthread');
  await makeStore(db, 'casecraft');
});
beforeEach(async () => {
  await db.owner`delete from user_roles where tenant_id is null`;
  await db.owner`delete from private.owner_invitations`;
});

const digest = (token: string) => createHash('sha256').update(token).digest('hex');
const newAccount = async (email = `${randomUUID()}@example.com`) => {
  const id = randomUUID();
  await db.owner`insert into auth.users (id, email) values (${id}, ${email})`;
  return { id, email };
};

/** Creates a link as a start does, or for an address. @returns its token's digest; undefined if none was created */
async function invite(email: string | null = null): Promise<string | undefined> {
  const hash = digest(randomUUID());
  const [row] = await db.run(server, 'select invite_owner($1, $2) as until', [hash, email]);
  return row?.until ? hash : undefined;
}

async function read(hash = '') {
  const [row] = await db.run(server, 'select to_jsonb(read_owner_invitation($1)) as answer', [hash]);
  return row?.answer;
}

async function claim(hash = '', who: string = randomUUID(), email = 'new@example.com') {
  const [row] = await db.run(
    server,
    'select jsonb_strip_nulls(to_jsonb(claim_owner_invitation($1, $2::text::uuid, $3))) as answer',
    [hash, who, email],
  );
  return row?.answer as { state: string; user_id?: string | null; email?: string };
}

async function redeem(hash = '', who = '', userId = '') {
  const [row] = await db.run(
    server,
    'select jsonb_strip_nulls(to_jsonb(redeem_owner_invitation($1, $2::text::uuid, $3::text::uuid))) as answer',
    [hash, who, userId],
  );
  return row?.answer as { state: string; was_owner?: boolean; other_owners?: unknown[] };
}

/** Claims and redeems a link with an account. */
async function accept(hash: string | undefined, account: { id: string; email: string }) {
  const who = randomUUID();
  const claimed = await claim(hash, who, account.email);
  return claimed.state === 'open' ? redeem(hash, who, account.id) : claimed;
}

const rolesOf = (id: string) => db.owner`select tenant_id, role from user_roles where user_id = ${id}`;

describe('a link for the first owner', () => {
  test('makes an account the owner of every store, and only once', async () => {
    const link = await invite();
    const first = await newAccount();
    expect(await read(link)).toEqual({ state: 'open', email: '', is_owner: false });
    expect(await accept(link, first)).toMatchObject({ state: 'redeemed', was_owner: false });
    expect(await rolesOf(first.id)).toEqual([{ tenant_id: null, role: 'super_admin' }]);
    const second = await newAccount();
    expect(await accept(link, second)).toEqual({ state: 'used' });
    expect(await rolesOf(second.id)).toEqual([]);
    expect(await read(link)).toMatchObject({ state: 'used' });
  });

  test('makes one owner of two people who use it at once, and tells the other', async () => {
    const link = await invite();
    const people = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => newAccount()));
    const answers = await Promise.all(people.map((person) => accept(link, person)));
    expect(answers.filter(({ state }) => state === 'redeemed')).toHaveLength(1);
    for (const { state } of answers) expect(['redeemed', 'claimed', 'used']).toContain(state);
    expect(await db.owner`select 1 from user_roles where tenant_id is null`).toHaveLength(1);
  });

  test('is available again a minute after somebody started and did not finish', async () => {
    const link = await invite();
    await claim(link);
    const next = await newAccount();
    expect(await accept(link, next)).toEqual({ state: 'claimed' });
    await db.owner`update private.owner_invitations set claimed_at = now() - interval '61 seconds'`;
    expect(await accept(link, next)).toMatchObject({ state: 'redeemed' });
  });

  test('returns the same result to a person who retries after a lost response', async () => {
    const link = await invite();
    const [who, account] = [randomUUID(), await newAccount()];
    await claim(link, who, account.email);
    await redeem(link, who, account.id);
    expect(await redeem(link, who, account.id)).toEqual({ state: 'redeemed' });
    expect(await claim(link, who, account.email)).toEqual({ state: 'redeemed' });
  });

  test('expires after an hour, with the next one, and with the first owner', async () => {
    const old = await invite();
    await db.owner`update private.owner_invitations set expires_at = now() - interval '1 second'`;
    expect(await accept(old, await newAccount())).toEqual({ state: 'expired' });
    const replaced = await invite();
    const link = await invite();
    expect(await read(replaced)).toMatchObject({ state: 'expired' });
    const named = await invite('boss@example.com');
    await accept(named, await newAccount('boss@example.com'));
    expect(await read(link)).toMatchObject({ state: 'expired' });
    expect(await invite()).toBeUndefined();
  });

  test('is unknown if nobody created it', async () => {
    expect(await accept(digest('guessed'), await newAccount())).toEqual({ state: 'unknown' });
  });
});

describe('a link for an address', () => {
  test('makes no other account an owner', async () => {
    const link = await invite('Amal@Example.com ');
    expect(await read(link)).toEqual({ state: 'open', email: 'amal@example.com', is_owner: false });
    const who = randomUUID();
    const other = await newAccount();
    expect(await claim(link, who, other.email)).toEqual({
      state: 'open',
      email: 'amal@example.com',
    });
    expect(await redeem(link, who, other.id)).toEqual({ state: 'unknown' });
    expect(await rolesOf(other.id)).toEqual([]);
  });

  test('must not carry a store’s mark, which identifies shoppers', async () => {
    const make = 'select invite_owner($1, $2)';
    expect(await errorMessage(db, server, make, [digest('x'), 'mona+inkthread@example.com'])).toMatchObject({
      detail: 'owner_email_marked',
    });
    expect(await attempt(db, server, make, [digest('y'), 'mona+ink@example.com'])).toHaveProperty('rows');
    const link = await invite();
    const take = 'select claim_owner_invitation($1, gen_random_uuid(), $2)';
    expect(await errorMessage(db, server, take, [link ?? '', 'mona+casecraft@example.com'])).toMatchObject({
      detail: 'owner_email_marked',
    });
  });

  test('restores the account of an owner who lost everything, and ends everybody else’s access', async () => {
    const [boss, partner] = [await newAccount('boss2@example.com'), await newAccount('partner@example.com')];
    for (const { id, email } of [boss, partner]) await accept(await invite(email), { id, email });
    await db.owner`update auth.users set phone = '201000000001', recovery_token = 'x' where id = ${boss.id}`;
    await db.owner`insert into auth.sessions (user_id) values (${boss.id}), (${partner.id})`;
    await db.owner`insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
      values (${boss.id}, 'Lost', 'totp', 'verified')`;
    await db.owner`insert into auth.identities (provider_id, user_id, identity_data, provider)
      values ('g', ${boss.id}, '{}', 'google'), (${boss.id}, ${boss.id}, '{}', 'email')`;

    const link = await invite('boss2@example.com');
    expect(await read(link)).toEqual({ state: 'open', email: 'boss2@example.com', is_owner: true });
    expect(await accept(link, boss)).toEqual({
      state: 'redeemed',
      was_owner: true,
      other_owners: [{ email: 'partner@example.com', language: 'en' }],
    });
    expect(await db.owner`select user_id from auth.sessions`).toEqual([{ user_id: partner.id }]);
    expect(await db.owner`select 1 from auth.mfa_factors where user_id = ${boss.id}`).toEqual([]);
    expect(await db.owner`select provider from auth.identities where user_id = ${boss.id}`).toEqual([
      { provider: 'email' },
    ]);
    expect(await db.owner`select phone, recovery_token from auth.users where id = ${boss.id}`).toEqual([
      { phone: null, recovery_token: '' },
    ]);
    const log = await db.owner`select tenant_id, action, label from audit_log
      where entity = 'owners' and entity_id = ${boss.id} order by id`;
    expect(log).toEqual([
      { tenant_id: 'casecraft', action: 'insert', label: 'boss2@example.com' },
      { tenant_id: 'inkthread', action: 'insert', label: 'boss2@example.com' },
      { tenant_id: 'casecraft', action: 'restore', label: 'boss2@example.com' },
      { tenant_id: 'inkthread', action: 'restore', label: 'boss2@example.com' },
    ]);
  });
});

test('the token is never stored, and the address only while it is needed', async () => {
  const link = await invite('kept@example.com');
  await accept(link, await newAccount('kept@example.com'));
  const rows = await db.owner`select token_hash, email from private.owner_invitations`;
  expect(rows).toEqual([{ token_hash: link, email: null }]);
});

describe('owners created per store', () => {
  const folder = join(import.meta.dirname, '../../supabase/migrations');
  /** The part of the migration that changes rows. */
  const migrateRows = async () => {
    const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('_owner_invitations.sql'));
    const [, rows = ''] = (await readFile(join(folder, file), 'utf8')).split('-- Rows\n');
    await db.owner.unsafe(rows);
  };
  const addressOf = async (id: string) => {
    const [row] = await db.owner<{ email: string }[]>`select email from auth.users where id = ${id}`;
    return row?.email;
  };
  const rule = (id: string) => db.owner`insert into user_roles (user_id, role) values (${id}, 'super_admin')`;

  test('lose the mark of their account’s store; of several accounts the oldest does', async () => {
    const [first, later] = [
      await newAccount('s+inkthread@example.com'),
      await newAccount('s+casecraft@example.com'),
    ];
    await db.owner`update auth.users set created_at = now() - interval '1 day',
      raw_user_meta_data = '{"name": "Samira", "tenant_id": "inkthread"}' where id = ${first.id}`;
    await db.owner`insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${first.id}, ${first.id}, '{"sub": "1", "email": "s+inkthread@example.com"}', 'email')`;
    for (const { id } of [first, later]) await rule(id);
    await migrateRows();
    expect(await addressOf(first.id)).toBe('s@example.com');
    expect(await addressOf(later.id)).toBe('s+casecraft@example.com');
    expect(await db.owner`select identity_data from auth.identities where user_id = ${first.id}`).toEqual([
      { identity_data: { sub: '1', email: 's@example.com' } },
    ]);
    await migrateRows();
    expect(await addressOf(later.id)).toBe('s+casecraft@example.com');
  });

  test('keep it if another account has the unmarked address; nobody else loses theirs', async () => {
    const taken = await newAccount('taken@example.com');
    const owner = await newAccount('taken+inkthread@example.com');
    await rule(owner.id);
    const staff = await makePerson(db, 'inkthread', 'super_admin');
    await migrateRows();
    expect(await addressOf(taken.id)).toBe('taken@example.com');
    expect(await addressOf(owner.id)).toBe('taken+inkthread@example.com');
    expect(await addressOf(staff.id)).toBe(staff.email);
  });
});
