import { beforeAll, describe, expect, test } from 'vitest';
import { foldedPattern } from '../../app/admin/ui/list/search-pattern.ts';
import { foldText } from '../../app/lib/folded-text.ts';
import { cleanPhone } from '../../app/lib/typed-contacts.ts';
import { databaseForFile, db } from './own-store.ts';
import { makePerson } from './people.ts';

databaseForFile();

/** Typed text and its folded form. */
const texts: [typed: string, folded: string][] = [
  ['Café CRÈME', 'cafe creme'],
  ['Straße, smørrebrød', 'strasse, smorrebrod'],
  ['ＡＢＣ　１２', 'abc 12'],
  ['تِيشِيرْت', 'تيشيرت'],
  ['كــــاب', 'كاب'],
  ['ﻫﻮدﻱ', 'هودي'],
  ['ﺍﻟﻘﺎﻫﺮﺓ', 'القاهره'],
  ['ڪلام', 'كلام'],
  ['چينز', 'جينز'],
  ['ﭼينز', 'جينز'],
  ['ژاکت', 'جاكت'],
  ['پولو ڤيلا', 'بولو فيلا'],
  ['أحمد إيمان آدم ٱلله', 'احمد ايمان ادم الله'],
  ['مصطفى مؤمن هانئ', 'مصطفي مومن هاني'],
  ['فاطمة', 'فاطمه'],
  ['آيفون ۱۵ برو ١٦', 'ايفون 15 برو 16'],
  ['عبد الله', 'عبدالله'],
  ['عبدالله', 'عبدالله'],
  ['أحمد عبد  الرَّحمن', 'احمد عبدالرحمن'],
  ['\u200fهودي\u200e', 'هودي'],
  ['', ''],
];

describe('a text', () => {
  test.each(texts)('typed as %j is searched as %j, in the database as on pages', async (typed, folded) => {
    const [row] = await db.owner`select private.fold(${typed}) as folded`;
    expect({ page: foldText(typed), database: row?.folded }).toEqual({ page: folded, database: folded });
  });
});

/** Searches, and the stored text that each must find. */
const searches = [
  ['عبدالله', 'عبد الله'],
  ['عبد الله', 'عبدالله'],
  ['احمد', 'أَحْمَد'],
  ['ﻣﺼﻄﻔﻰ', 'مصطفي'],
  ['مصطفى', 'ﻣﺼﻄﻔﻰ'],
  ['فاطمه', 'فاطمة'],
  ['كلام جينز', 'ڪلام چينز'],
  ['ايفون ١٥', 'آيفون 15'],
  ['هودى', 'هــودي'],
  ['(منى', '(مني)'],
] as const;

describe('a back office list', () => {
  /** Adds a named row to a table; returns its id. */
  const rows = {
    products: (name: string) =>
      db.owner`insert into products (tenant_id, name, is_active) values ('lists', ${name}, false) returning id::text`,
    'products in Arabic': (name: string) =>
      db.owner`insert into products (tenant_id, name, is_active, translations) values
        ('lists', 'Cap', false, jsonb_build_object('ar', jsonb_build_object('name', ${name}::text))) returning id::text`,
    'products by tag': (name: string) =>
      db.owner`insert into products (tenant_id, name, is_active, tags) values ('lists', 'Cap', false, array[${name}::text]) returning id::text`,
    orders: (name: string) =>
      db.owner`insert into orders (tenant_id, number, payment_method, subtotal, total, destination) values
        ('lists', gen_random_uuid(), 'cash_on_delivery', 0, 0, jsonb_build_object('full_name', ${name}::text)) returning id::text`,
    conversations: (name: string) =>
      db.owner`insert into conversations (tenant_id, kind, name, subject) values ('lists', 'contact', '', ${name}) returning id::text`,
    audit_log: (name: string) =>
      db.owner`insert into audit_log (tenant_id, action, entity, entity_id, label) values ('lists', 'insert', 'products', '1', ${name})
        returning id::text`,
    profiles: async (name: string) => {
      const person = await makePerson(db, 'lists');
      await db.owner`update profiles set name = ${name} where id = ${person.id}`;
      return [{ id: person.id }];
    },
  };

  /** The tables that hold what staff search of rows that shoppers read, and their keys. */
  const staffFacts: Readonly<Record<string, [string, string]>> = {
    orders: ['order_staff_facts', 'order_id'],
    conversations: ['conversation_staff_facts', 'conversation_id'],
    profiles: ['profile_staff_facts', 'user_id'],
  };

  beforeAll(() => db.owner`insert into tenants (id, name) values ('lists', 'Lists')`);

  test.each(Object.entries(rows))('finds %s in every form in which people write them', async (kind, add) => {
    const table = kind.split(' ')[0] ?? '';
    const find = async (typed: string) => {
      const [searched, id] = staffFacts[table] ?? [table, 'id'];
      const text = `select ${id}::text as id from ${searched} where tenant_id = 'lists' and search_text like $1`;
      return (await db.owner.unsafe(text, [foldedPattern(typed)])).map(({ id }) => id);
    };
    for (const [typed, stored] of searches) {
      const [row] = await add(stored);
      expect(await find(typed), `${typed} finds ${stored}`).toContain(row?.id);
    }
    expect(await find('كاب')).toEqual([]);
  });
});

describe('a phone number', () => {
  const mobiles = [
    '01001234567',
    '+201001234567',
    '00201001234567',
    '201001234567',
    '20 100 123 4567',
    '+2001001234567',
    '+20 0100 123 4567',
    '+20(0)1001234567',
    'tel:+201001234567',
    '\u202d+20 100 123 4567\u202c',
    '\u2068+201001234567\u2069',
    '+20\u00ad100\u2011123\u20134567\u200b',
    '\u200e＋２０ (100) 123.4567',
    '+٢٠ ١٠٠ ١٢٣ ٤٥٦٧',
    '۰۱۰۰۱۲۳۴۵۶۷',
  ];
  const others = [
    '',
    '+966 50 123 4567',
    '02 2345 6789',
    '0100123456',
    '١٢',
    'tel:19011',
    'no number',
    '0100 123 4567 ext 2',
  ];

  test.each(mobiles)('copied as %j is the number it shows, in the database as on pages', async (copied) => {
    const [row] = await db.owner`
      select private.clean_phone(${copied}) as cleaned, private.is_egyptian_phone(${copied}) as is_mobile,
        private.national_digits(${copied}) as digits`;
    expect(row).toEqual({ cleaned: cleanPhone(copied), is_mobile: true, digits: '1001234567' });
  });

  test.each(others)('that is %j is cleaned alike on pages, and is no mobile number', async (typed) => {
    const [row] = await db.owner`
      select private.clean_phone(${typed}) as cleaned, private.is_egyptian_phone(${typed}) as is_mobile`;
    expect(row).toEqual({ cleaned: cleanPhone(typed), is_mobile: false });
  });

  test('in an address is stored as it is dialed, however it was typed', async () => {
    await db.owner`insert into tenants (id, name) values ('dialed', 'Dialed')`;
    const person = await makePerson(db, 'dialed');
    const [kept] = await person.run(
      `insert into addresses (tenant_id, user_id, full_name, phone, governorate, city, street)
       values ('dialed', $1::text::uuid, 'Mona', '+20(0)100 123 4567', 'Cairo', 'Maadi', 'Road 9') returning phone`,
      [person.id],
    );
    expect(kept).toEqual({ phone: '+201001234567' });
  });
});
