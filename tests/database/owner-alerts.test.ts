import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin, db, store, storeForEachTest } from './own-store.ts';
import { makePerson, type Person, server } from './people.ts';
import { call } from './store.ts';

storeForEachTest({ alone: true });

interface Mail {
  id: string;
  email: string;
  language: string;
  actor_name: string;
  items: { kind: string; entity: string; action: string; label: string; tenant_ids: string[] }[];
  alert_ids: string[];
}

let owner: Person;
let partner: Person;
const packer = '00000000-0000-4000-8000-000000000002';

beforeEach(async () => {
  await db.owner`delete from private.jobs`;
  await db.owner`delete from private.owner_alerts`;
  await db.owner`delete from user_roles where role = 'super_admin'`;
  owner = await makePerson(db, store.tenantId, 'super_admin');
  partner = await makePerson(db, store.tenantId, 'super_admin');
});

const mailbox = ({ email }: Person) => email.replace(`+${store.tenantId}`, '');

/** Takes the due mails as the server does, and sends them. */
async function sent(): Promise<Mail[]> {
  const mails = await call<Mail[]>(
    db,
    server,
    `select coalesce(jsonb_agg(to_jsonb(mail)), '[]') as value from owner_alerts_to_send(
      array(select id from take_jobs('{send_owner_alert}', 100))) mail`,
  );
  for (const { alert_ids: ids } of mails)
    await db.run(server, 'select owner_alerts_sent($1::text::uuid[])', [`{${ids.join()}}`]);
  await db.owner`delete from private.jobs where locked_at is not null`;
  return mails;
}

const changeAccount = (who: Person, details: string) =>
  who.run(
    `update settings set payment = payment || jsonb_build_object('bankDetails', $2::text) where tenant_id = $1`,
    [...[store.tenantId, details]],
  );
const grant = (who: Person, person: Person) =>
  who.run('select grant_staff_role($1::text::uuid, $2, $3::text::uuid)', [person.id, store.tenantId, packer]);

describe('owners hear by mail', () => {
  test('of another account to transfer to, with what it was and is, but not who changed it', async () => {
    await changeAccount(owner, 'EG11');
    await sent();
    await db.owner`update private.owner_alerts set sent_at = now() - interval '10 minutes'`;
    await changeAccount(owner, 'EG22');
    const [mail, ...others] = await sent();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      email: mailbox(partner),
      language: 'en',
      actor_name: `Person ${owner.id.slice(0, 8)}`,
      items: [
        {
          kind: 'payment',
          entity: 'settings',
          action: 'update',
          tenant_ids: [store.tenantId],
          before: { payment: { bankDetails: 'EG11' } },
          after: { payment: { bankDetails: 'EG22' } },
        },
      ],
    });
    expect(await sent()).toEqual([]);
  });

  test('of rights that are given and taken, of second steps that are removed, and of exports', async () => {
    const person = await makePerson(db, store.tenantId);
    await db.owner`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${person.id}, 'totp', 'verified', now(), now())`;
    await grant(owner, person);
    await owner.run('select remove_user_factors($1::text::uuid, $2)', [person.id, store.tenantId]);
    await owner.run('select revoke_staff_role($1::text::uuid, $2, $3::text::uuid)', [
      ...[person.id, store.tenantId, packer],
    ]);
    await owner.run('select export_personal_data($1, $2::text::uuid)', [store.tenantId, person.id]);
    await owner.run("select log_export(array[$1], 'customers')", [store.tenantId]);
    await owner.run("select log_export(array[$1], 'products')", [store.tenantId]);
    const mails = await sent();
    expect(mails.map(({ email }) => email)).toEqual([mailbox(partner)]);
    expect(mails[0]?.items.map(({ kind, entity, action }) => `${kind} ${entity} ${action}`)).toEqual([
      'rights staff_grants insert',
      'security mfa_factors delete',
      'rights staff_grants delete',
      'export exports insert',
      'export exports insert',
    ]);
  });

  test('of an invitation that is accepted, also by an account that it makes', async () => {
    const token = randomUUID();
    const email = `${randomUUID()}@example.com`;
    const hash = await call<string>(
      db,
      server,
      "select encode(sha256(convert_to($1, 'UTF8')), 'hex') as value",
      [token],
    );
    await owner.run(`select invite_staff($1, $2, $3, 'en', array[$4::text::uuid], array[$1])`, [
      ...[store.tenantId, hash, email, packer],
    ]);
    await sent();
    const id = randomUUID();
    await db.owner`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
    await db.run(server, 'select claim_staff_invitation($1, $2::text::uuid)', [hash, id]);
    const [redeemed] = await db.run(
      server,
      'select redeem_staff_invitation($1, $2::text::uuid, $2::text::uuid) as state',
      [hash, id],
    );
    expect(redeemed?.state).toBe('accepted');
    const mails = await sent();
    expect(mails.map(({ email: to }) => to).toSorted()).toEqual(
      [mailbox(owner), mailbox(partner)].toSorted(),
    );
    expect(mails[0]?.items).toMatchObject([
      { entity: 'staff_invitations', action: 'update', label: email, after: { state: 'accepted' } },
    ]);
  });

  test('within five minutes of each other’s acts of one person, and at once of another person’s', async () => {
    const [one, two] = [await makePerson(db, store.tenantId), await makePerson(db, store.tenantId)];
    await grant(owner, one);
    expect(await sent()).toHaveLength(1);
    await grant(owner, two);
    await changeAccount(owner, 'EG33');
    expect(await sent()).toEqual([]);
    await grant(partner, one);
    expect((await sent()).map(({ email }) => email)).toEqual([mailbox(owner)]);
    const [waits] =
      await db.owner`select min(run_at) - now() as wait, extract(epoch from min(run_at) - now()) as seconds
      from private.jobs where kind = 'send_owner_alert'`;
    expect(Number(waits?.seconds)).toBeGreaterThan(200);
    expect(Number(waits?.seconds)).toBeLessThanOrEqual(300);
    await db.owner`update private.jobs set run_at = now() where kind = 'send_owner_alert'`;
    const [later, ...others] = await sent();
    expect(others).toEqual([]);
    expect(later?.items).toHaveLength(2);
  });

  test('an only owner of what their own account did, even if it made itself a partner by it', async () => {
    await db.owner`delete from user_roles where user_id = ${partner.id}`;
    await changeAccount(owner, 'EG44');
    expect((await sent()).map(({ email }) => email)).toEqual([mailbox(owner)]);
    await db.owner`delete from private.owner_alerts`;
    await owner.run("select set_user_role($1::text::uuid, $2, 'super_admin')", [admin.id, store.tenantId]);
    expect((await sent()).map(({ email }) => email).toSorted()).toEqual(
      [mailbox(owner), mailbox(admin)].toSorted(),
    );
  });

  test('that they are no owner any more', async () => {
    await owner.run("select set_user_role($1::text::uuid, $2, 'user')", [partner.id, store.tenantId]);
    expect((await sent()).map(({ email }) => email).toSorted()).toEqual(
      [mailbox(owner), mailbox(partner)].toSorted(),
    );
  });

  test('of nothing that somebody else’s store, the server or a product’s change is about', async () => {
    await db.run(
      server,
      `update settings set payment = payment || '{"bankDetails": "EG55"}' where tenant_id = $1`,
      [store.tenantId],
    );
    await admin.run("update products set name = 'Mug' where id = $1", [store.mugId]);
    await admin.run(`update staff_settings set notes = 'New' where tenant_id = $1`, [store.tenantId]);
    const stranger = await makePerson(db, store.tenantId);
    await stranger.run("select log_export(array[$1], 'customers')", [store.tenantId]);
    expect(await sent()).toEqual([]);
  });
});
