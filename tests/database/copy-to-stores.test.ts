import { beforeEach, describe, expect, test } from 'vitest';
import { admin, db, store, storeForEachTest } from './own-store.ts';
import { errorMessage, makePerson, type Person } from './people.ts';
import { addBrand, freshTenant, makeStore } from './store.ts';

storeForEachTest();

type Part = { tenant_id: string; version: string; key: string; now: unknown; becomes: unknown };
type Copy = { tenant_id: string; audit_ids: number[] | null; refusal: { code: string } | null };

let others: string[];

/** Gives a person the role admin in a store too. */
const employ = (person: Person, tenantId: string) =>
  db.owner`insert into user_roles (user_id, tenant_id, role) values (${person.id}, ${tenantId}, 'admin')`;

beforeEach(async () => {
  others = [freshTenant(), freshTenant()].sort();
  for (const other of others) {
    await makeStore(db, other);
    await employ(admin, other);
  }
});

const list = (texts: readonly string[]) => `{${texts.map((text) => `"${text}"`).join()}}`;

const preview = async (kind: string, to = others, replace = false, person = admin): Promise<Part[]> => {
  const rows = await db.run(
    person.identity,
    'select to_jsonb(part) as part from preview_copy($1::text::copied_kind, $2, $3::text::text[], $4) part',
    [kind, store.tenantId, list(to), replace],
  );
  return rows.map(({ part }) => part as Part);
};

const versionsOf = (parts: readonly Part[], to: readonly string[]) =>
  to.map((tenant) => parts.find(({ tenant_id }) => tenant_id === tenant)?.version ?? '');

const apply = async (
  kind: string,
  versions: readonly string[],
  { to = others, replace = false, person = admin } = {},
): Promise<Copy[]> => {
  const rows = await db.run(
    person.identity,
    `select to_jsonb(copy) as copy
      from copy_to_stores($1::text::copied_kind, $2, $3::text::text[], $4::text::text[], $5) copy`,
    [kind, store.tenantId, list(to), list(versions), replace],
  );
  return rows.map(({ copy }) => copy as Copy);
};

/** Copies what a preview showed. */
const copy = async (kind: string, replace = false) =>
  apply(kind, versionsOf(await preview(kind, others, replace), others), { replace });

const undo = (tenantId: string, ids: readonly number[]) =>
  db.run(admin.identity, 'select undo_changes($1, $2::text::bigint[])', [tenantId, `{${ids.join()}}`]);

const addQuestion = (tenantId: string, question: string, answer: string) =>
  db.owner`insert into faq_questions (tenant_id, question, answer) values (${tenantId}, ${question}, ${answer})`;
const questionsOf = async (tenantId: string) => {
  const rows = await db.owner`
    select question, answer from faq_questions where tenant_id = ${tenantId} order by position, question`;
  return rows.map(({ question, answer }) => `${question} ${answer}`);
};

const addZone = (tenantId: string, name: string, places: string, fee: number) =>
  db.owner`insert into shipping_zones (tenant_id, name, places, rates, carrier) values (${tenantId}, ${name},
    ${places}::text::text[], jsonb_build_array(jsonb_build_object('method', 'standard', 'fee', ${fee}::int)), 'bosta')`;
const zonesOf = async (tenantId: string) => {
  const rows = await db.owner`
    select name, places, rates -> 0 -> 'fee' as fee from shipping_zones where tenant_id = ${tenantId} order by name`;
  return rows.map(({ name, places, fee }) => `${name} ${[...places].sort().join('+')} ${fee}`);
};

describe('copying to other stores', () => {
  test('shows first what each has and would get, and then does exactly that, in both languages', async () => {
    const [first = '', second = ''] = others;
    await db.owner`update settings set legal = '{"shippingReturns": "Within {return_days}.", "terms": "Ours."}',
      translations = '{"ar": {"legal": {"terms": "شروطنا"}, "contact": {"address": "هنا"}}}'
      where tenant_id = ${store.tenantId}`;
    await db.owner`update settings set legal = '{"shippingReturns": "Never.", "terms": "Ours."}',
      translations = '{"ar": {"legal": {"shippingReturns": "أبدًا"}, "contact": {"address": "هناك"}}}'
      where tenant_id = ${first}`;
    const shown = (await preview('policies')).filter(({ tenant_id }) => tenant_id === first);
    expect(shown.map(({ key, now, becomes }) => ({ key, now, becomes }))).toEqual([
      {
        key: 'shippingReturns',
        now: { text: 'Never.', translations: { ar: 'أبدًا' } },
        becomes: { text: 'Within {return_days}.', translations: {} },
      },
      {
        key: 'terms',
        now: { text: 'Ours.', translations: {} },
        becomes: { text: 'Ours.', translations: { ar: 'شروطنا' } },
      },
    ]);
    expect(await copy('policies')).toMatchObject([
      { tenant_id: first, refusal: null },
      { tenant_id: second, refusal: null },
    ]);
    const rows = await db.owner`select legal, translations from settings where tenant_id = ${first}`;
    expect(rows).toEqual([
      {
        legal: { shippingReturns: 'Within {return_days}.', terms: 'Ours.' },
        translations: { ar: { legal: { terms: 'شروطنا' }, contact: { address: 'هناك' } } },
      },
    ]);
    for (const { now, becomes } of await preview('policies')) expect(becomes).toEqual(now);
  });

  test('stands in the log of each store, which undoes it there alone', async () => {
    const [first = '', second = ''] = others;
    await addQuestion(store.tenantId, 'When?', 'Soon.');
    await addQuestion(store.tenantId, 'How?', 'By car.');
    await addQuestion(first, 'When?', 'Late.');
    const [done] = await copy('questions');
    expect([await questionsOf(first), await questionsOf(second)]).toEqual([
      expect.arrayContaining(['When? Soon.', 'How? By car.']),
      expect.arrayContaining(['When? Soon.', 'How? By car.']),
    ]);
    await undo(first, done?.audit_ids ?? []);
    expect([await questionsOf(first), (await questionsOf(second)).length]).toEqual([['When? Late.'], 2]);
  });

  test('leaves questions that only the other store has, unless they are replaced', async () => {
    const [first = ''] = others;
    await addQuestion(store.tenantId, 'When?', 'Soon.');
    await addQuestion(first, 'Where?', 'Here.');
    await copy('questions');
    expect(await questionsOf(first)).toEqual(['Where? Here.', 'When? Soon.']);
    await db.run(
      admin.identity,
      'select copy_to_stores($1, $2, array[$3], array(select version from preview_copy($1, $2, array[$3]) limit 1), null)',
      ['questions', store.tenantId, first],
    );
    expect(await questionsOf(first)).toHaveLength(2);
    const [done] = await copy('questions', true);
    expect(await questionsOf(first)).toEqual(['When? Soon.']);
    await undo(first, done?.audit_ids ?? []);
    expect(await questionsOf(first)).toEqual(expect.arrayContaining(['Where? Here.', 'When? Soon.']));
  });

  test('moves places between zones, and back', async () => {
    const [first = '', second = ''] = others;
    await addZone(store.tenantId, 'Capital', '{Cairo,Giza}', 40);
    await addZone(store.tenantId, 'Delta', '{Gharbia}', 55);
    await addZone(first, 'Capital', '{Cairo,Gharbia}', 45);
    await addZone(first, 'Delta', '{Giza}', 60);
    const before = await zonesOf(first);
    const [done] = await copy('zones');
    expect(done?.refusal).toBeNull();
    const wanted = ['Capital Cairo+Giza 40', 'Delta Gharbia 55'];
    expect([await zonesOf(first), await zonesOf(second)]).toEqual([wanted, wanted]);
    await undo(first, done?.audit_ids ?? []);
    expect(await zonesOf(first)).toEqual(before);
  });

  test('says which store could not take it, and does the others', async () => {
    const [first = '', second = ''] = others;
    await addZone(store.tenantId, 'Capital', '{Cairo}', 40);
    await addZone(first, 'Home', '{Cairo}', 10);
    expect(await copy('zones')).toMatchObject([
      { tenant_id: first, refusal: { code: 'place_in_other_zone', zone: 'Home' } },
      { tenant_id: second, refusal: null },
    ]);
    expect([await zonesOf(first), await zonesOf(second)]).toEqual([['Home Cairo 10'], ['Capital Cairo 40']]);
    expect(await copy('zones', true)).toMatchObject([{ refusal: null }, { refusal: null }]);
    expect(await zonesOf(first)).toEqual(['Capital Cairo 40']);
  });

  test('copies flat fees and cash rules whole', async () => {
    const [first = ''] = others;
    await db.owner`update settings set shipping = '{"defaultShippingFee": 33, "expressShippingFee": 66}'
      where tenant_id = ${store.tenantId}`;
    await db.owner`update staff_settings set cash_rules = '{"firstOrder": "confirm", "hours": 12}'
      where tenant_id = ${store.tenantId}`;
    await db.owner`update staff_settings set cash_rules = '{"amount": "confirm", "amountFrom": 900}'
      where tenant_id = ${first}`;
    await copy('delivery_fees');
    const [rules] = await copy('cash_rules');
    const read =
      () => db.owner`select shipping, cash_rules, notes from settings join staff_settings using (tenant_id)
      where tenant_id = ${first}`;
    const shipping = { defaultShippingFee: 33, expressShippingFee: 66 };
    expect(await read()).toEqual([
      { shipping, cash_rules: { firstOrder: 'confirm', hours: 12 }, notes: 'Ring twice' },
    ]);
    await undo(first, rules?.audit_ids ?? []);
    expect(await read()).toMatchObject([{ shipping, cash_rules: { amount: 'confirm', amountFrom: 900 } }]);
  });

  test('copies how mails end and what customers hear of on the phone', async () => {
    const [first = ''] = others;
    for (const tenant of [store.tenantId, ...others]) await addBrand(db, tenant);
    await db.owner`update brands set mail_signature = 'Your store', translations = '{"ar": {"mail_signature": "متجركم"}}'
      where tenant_id = ${store.tenantId}`;
    await db.owner`update brands set translations = '{"ar": {"hero_title": "أهلًا"}}' where tenant_id = ${first}`;
    await db.owner`update staff_settings set notification_channels = '{sms}', notification_kinds = '{shipped,delivered}'
      where tenant_id = ${store.tenantId}`;
    expect(await copy('messages')).toMatchObject([{ refusal: null }, { refusal: null }]);
    const rows = await db.owner`select mail_signature, translations, notification_channels from brands
      join staff_settings using (tenant_id) where tenant_id = ${first}`;
    expect(rows).toEqual([
      {
        mail_signature: 'Your store',
        translations: { ar: { hero_title: 'أهلًا', mail_signature: 'متجركم' } },
        notification_channels: ['sms'],
      },
    ]);
  });

  test('works for a store that has no staff settings yet, and is undone there', async () => {
    const [first = ''] = others;
    await db.owner`delete from staff_settings where tenant_id = ${first}`;
    await db.owner`update staff_settings set cash_rules = '{"firstOrder": "confirm"}' where tenant_id = ${store.tenantId}`;
    const [done] = await copy('cash_rules');
    const read = () => db.owner`select cash_rules from staff_settings where tenant_id = ${first}`;
    expect(await read()).toEqual([{ cash_rules: { firstOrder: 'confirm' } }]);
    await undo(first, done?.audit_ids ?? []);
    expect(await read()).toEqual([{ cash_rules: {} }]);
  });
});

describe('copying to other stores is refused', () => {
  beforeEach(() => addQuestion(store.tenantId, 'When?', 'Soon.'));

  test('in the store that was changed since the preview; the others get it', async () => {
    const [first = '', second = ''] = others;
    const versions = versionsOf(await preview('questions'), others);
    await addQuestion(second, 'When?', 'Tomorrow.');
    expect(await apply('questions', versions)).toMatchObject([
      { tenant_id: first, refusal: null },
      { tenant_id: second, refusal: { code: 'copy_outdated' }, audit_ids: null },
    ]);
    expect(await questionsOf(second)).toEqual(['When? Tomorrow.']);
  });

  test('when what is copied was changed since the preview', async () => {
    const versions = versionsOf(await preview('questions'), others);
    await db.owner`update faq_questions set answer = 'Never.' where tenant_id = ${store.tenantId}`;
    expect(await apply('questions', versions)).toMatchObject(
      others.map(() => ({ refusal: { code: 'copy_outdated' } })),
    );
  });

  test('to the second of two who copy at once', async () => {
    const versions = versionsOf(await preview('questions'), others);
    const both = await Promise.all([1, 2].map(() => apply('questions', versions)));
    for (const [place, other] of others.entries()) {
      const codes = both.map((copies) => copies[place]?.refusal?.code ?? 'copied').sort();
      expect([codes, await questionsOf(other)]).toEqual([['copied', 'copy_outdated'], ['When? Soon.']]);
    }
  });

  test('where somebody of two stores has the right in one', async () => {
    const [first = '', second = ''] = others;
    const person = await makePerson(db, store.tenantId, 'admin');
    await employ(person, first);
    const parts = await preview('questions', others, false, person);
    expect(new Set(parts.map(({ tenant_id }) => tenant_id))).toEqual(new Set([first]));
    const versions = versionsOf(await preview('questions'), others);
    expect(await apply('questions', versions, { person })).toMatchObject([
      { tenant_id: first, refusal: null },
      { tenant_id: second, refusal: { code: 'staff_only' } },
    ]);
    expect(await questionsOf(second)).toEqual([]);
  });

  test('to itself, to a store that is not there, and to one that was removed', async () => {
    const [first = '', gone = ''] = others;
    const versions = versionsOf(await preview('questions'), others);
    await db.owner`update settings set state = 'gone' where tenant_id = ${gone}`;
    const to = [store.tenantId, 'nowhere', first, gone];
    const [kept = '', lost = ''] = versions;
    const copies = await apply('questions', ['x', 'x', kept, lost], { to });
    expect(Object.fromEntries(copies.map(({ tenant_id, refusal }) => [tenant_id, refusal?.code]))).toEqual({
      [store.tenantId]: 'copied_to_itself',
      nowhere: 'unknown_store',
      [first]: undefined,
      [gone]: 'store_gone',
    });
  });

  test('without stores, with one named twice, and where the caller may not change it', async () => {
    const [first = ''] = others;
    const ask = (person: Person, to: string[]) =>
      errorMessage(
        db,
        person.identity,
        `select * from copy_to_stores('questions', $1, $2::text::text[], $2::text::text[])`,
        [store.tenantId, list(to)],
      );
    expect(await ask(admin, [])).toMatchObject({ detail: 'copy_stores_required' });
    expect(await ask(admin, [first, first])).toMatchObject({ detail: 'copy_stores_required' });
    const shopper = await makePerson(db, store.tenantId);
    expect(await ask(shopper, [first])).toMatchObject({ detail: 'staff_only' });
  });

  test('while two zones have one name, since nobody can tell which is meant', async () => {
    await addZone(store.tenantId, 'Capital', '{Cairo}', 40);
    await addZone(store.tenantId, 'Capital', '{Giza}', 50);
    const refusal = await errorMessage(
      db,
      admin.identity,
      `select * from preview_copy('zones', $1, $2::text::text[])`,
      [store.tenantId, list(others)],
    );
    expect(refusal).toMatchObject({ detail: 'copied_name_twice' });
  });
});
