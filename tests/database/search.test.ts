import { beforeAll, describe, expect, test } from 'vitest';
import { databaseForFile, db } from './own-store.ts';
import { anonymous, server } from './people.ts';
import { addProduct, call } from './store.ts';

databaseForFile();
beforeAll(async () => {
  await db.owner`insert into tenants (id, name) values ('shop', 'Shop'), ('next', 'Next door')`;
  const [category] =
    await db.owner`insert into categories (tenant_id, name) values ('shop', 'Warm things') returning id`;
  await db.owner`insert into products (tenant_id, category_id, name, description, price, stock, is_active, brand, images) values
    ('shop', ${category?.id}, 'Ink hoodie', 'Brushed fleece, printed by hand in our workshop', 250, 4, true, 'Papermill', '"https://x/one.webp"'),
    ('shop', null, 'Café de Paris tee', 'Roasted colours', 120, 4, true, null, '["https://x/a.webp", "https://x/b.webp"]'),
    ('shop', null, 'Monopoly', 'Buy streets', 90, 4, true, null, ${JSON.stringify(JSON.stringify(['https://x/legacy.webp']))}),
    ('shop', null, 'تيشيرت أحمر', 'قطن', 80, 4, true, null, '[]'),
    ('shop', null, 'Hidden hoodie', 'Not yet', 80, 4, false, null, '[]'),
    ('next', null, 'Foreign hoodie', 'Elsewhere', 80, 4, true, null, '[]')`;
});

const foundIn = async (tenant: string, text: string, options = '') =>
  (await db.run(anonymous, `select name from search_products($1, $2 ${options})`, [tenant, text])).map(
    (row) => row.name,
  );
const found = (text: string, options = '') => foundIn('shop', text, options);

/** Gives a product an option of a kind other than size, color and type. */
async function withOption(id: string, values: string[]): Promise<void> {
  await db.run(
    server,
    `select save_product_variants($1::text::uuid, (select version from products where id = $1::text::uuid), $2, $3)`,
    [
      id,
      JSON.stringify([{ name: 'Finish', kind: 'other', values }]),
      JSON.stringify(values.map((value) => ({ options: [value], stock: 1 }))),
    ],
  );
}

describe('a product’s name in another language', () => {
  test('finds it as well, and so does its category’s name', async () => {
    const tenant = 'next';
    const words = (name: string, description: string) => JSON.stringify({ ar: { name, description } });
    const [category] = await db.owner`insert into categories (tenant_id, name, translations)
      values (${tenant}, 'Caps', ${words('قبعات', '')}) returning id`;
    await db.owner`insert into products (tenant_id, category_id, name, price, stock, is_active, translations)
      values (${tenant}, ${category?.id}, 'Dock cap', 90, 3, true, ${words('كاب الرصيف', 'قطن ثقيل')})`;
    for (const text of ['dock', 'كاب', 'قبعات', 'ثقيل', 'caps'])
      expect(await foundIn(tenant, text), text).toEqual(['Dock cap']);
    await db.owner`update categories set translations = ${words('طواقي', '')} where id = ${category?.id}`;
    expect(await foundIn(tenant, 'طواقي')).toEqual(['Dock cap']);
    for (const text of ['الكاب', 'بالكاب', 'رصيف', 'والطواقي', 'كــاب', 'کاب'])
      expect(await foundIn(tenant, text), text).toEqual(['Dock cap']);
    await db.owner`delete from products where tenant_id = ${tenant} and name = 'Dock cap'`;
  });

  test('finds it by the words of its options, lists and attributes, also after these change', async () => {
    const tenant = 'next';
    const id = await addProduct(db, { tenant_id: tenant, name: 'Quay lamp', price: 90 });
    const [attribute] = await db.owner`insert into attributes (tenant_id, name, kind, choices, translations)
      values (${tenant}, 'Glow', 'choice', ${['Warm']}, ${JSON.stringify({ ar: { choices: { Warm: 'دافئ' } } })}) returning id`;
    const said = { material: { Brass: 'نحاس' }, type: 'مصباح' };
    await db.owner`update products set material = 'Brass', product_type = 'Lamp', is_active = true, translations = ${JSON.stringify({ ar: said })},
      attributes = ${JSON.stringify({ [String(attribute?.id)]: 'Warm' })} where id = ${id}`;
    const options = [
      {
        name: 'Finish',
        kind: 'other',
        values: ['Black'],
        translations: { ar: { values: { Black: 'أسود' } } },
      },
    ];
    await db.run(
      server,
      `select save_product_variants($1::text::uuid, (select version from products where id = $1::text::uuid), $2, $3)`,
      [id, JSON.stringify(options), JSON.stringify([{ options: ['Black'], stock: 1 }])],
    );
    for (const text of ['نحاس', 'مصباح', 'دافئ', 'اسود', 'المصباح الأسود'])
      expect(await foundIn(tenant, text), text).toEqual(['Quay lamp']);
    await db.owner`update attributes set translations = ${JSON.stringify({ ar: { choices: { Warm: 'حميم' } } })} where id = ${attribute?.id}`;
    expect(await foundIn(tenant, 'حميم')).toEqual(['Quay lamp']);
    await db.owner`delete from products where id = ${id}`;
    await db.owner`delete from attributes where id = ${attribute?.id}`;
  });
});

describe('searching', () => {
  test.each([
    ['a whole word', 'hoodie', ['Ink hoodie']],
    ['the beginning of a word', 'mono', ['Monopoly']],
    ['a letter too few', 'hodie', ['Ink hoodie']],
    ['letters swapped', 'monoply', ['Monopoly']],
    ['a typo beside a right word', 'ink hodie', ['Ink hoodie']],
    ['capitals', 'MONOPOLY', ['Monopoly']],
    ['no accents', 'cafe', ['Café de Paris tee']],
    ['accents', 'café', ['Café de Paris tee']],
    ['a category', 'warm', ['Ink hoodie']],
    ['a brand', 'papermill', ['Ink hoodie']],
    ['a word of the description', 'workshop', ['Ink hoodie']],
    ['a word of the description beside one of the name', 'hoodie workshop', ['Ink hoodie']],
    ['a word of the description and a strange one', 'workshop xylophone hoodie', ['Ink hoodie']],
    ['Arabic', 'تيشيرت', ['تيشيرت أحمر', 'Café de Paris tee']],
    ['Arabic with vowel marks', 'تِيشِيرت', ['تيشيرت أحمر', 'Café de Paris tee']],
    ['Arabic without the hamza', 'احمر', ['تيشيرت أحمر']],
    ['nothing of the kind', 'xylophone', []],
    ['signs alone', '!!! ---', []],
    ['what an attacker types', "hoodie'); drop table products; --", ['Ink hoodie']],
    ['query operators', 'hoodie & !ink | (', ['Ink hoodie']],
  ])('finds by %s', async (_, text, names) => {
    expect(await found(text)).toEqual(names);
  });

  describe('synonyms', () => {
    const names = (text: string) => foundIn('words', text);
    const corrected = async (text: string) => {
      const rows = await db.run(
        anonymous,
        "select facet, label from product_facets('words', $1) where facet in ('corrected', 'any_word')",
        [text],
      );
      return rows.map(({ facet, label }) => label ?? facet);
    };
    beforeAll(async () => {
      await db.owner`insert into tenants (id, name) values ('words', 'Words')`;
      const [coop] = await db.owner`
        insert into attributes (tenant_id, name, kind) values ('words', 'Co-operative', 'boolean') returning id`;
      // Newest last.
      const products = [
        { name: 'CC-306 Clear, iPhone 15', product_type: 'iPhone 15' },
        { name: 'Clear Magnet, Galaxy S24', product_type: 'Galaxy S24' },
        { name: 'Plain T-shirt', size: 'M, XXL' },
        { name: 'Ink hoodie' },
        { name: 'Proofreader polo' },
        { name: 'Harbour jacket' },
        { name: 'Cargo pants', description: 'Wide, with a kangaroo pocket' },
        { name: 'Sailor caps' },
        { name: 'Captain tee' },
        { name: 'Lighthouse game', attributes: { [coop?.id]: true }, description: 'A cooperative evening' },
        { name: 'Corporation game' },
        { name: 'Bear Town' },
        { name: 'Cat mug' },
        { name: 'Lantern', option: ['Brass', 'Opal'] },
        { name: 'Rigid jeans', option: ['Black', 'Indigo'] },
      ];
      const [family] = await db.owner`
        insert into categories (tenant_id, name) values ('words', 'Family') returning id`;
      for (const [age, { option, attributes = {}, ...row }] of products.entries()) {
        const added = await addProduct(db, {
          ...row,
          tenant_id: 'words',
          category_id: row.name === 'Bear Town' ? family?.id : null,
          attributes,
          price: 10,
          stock: 3,
          created_at: new Date(Date.UTC(2026, 0, 1 + age)).toISOString(),
        });
        if (option) await withOption(added, option);
      }
      await db.owner`insert into search_synonyms (tenant_id, words, one_way) values
        ('words', '{lamp,lantern}', false), ('next', '{mug,cap}', false),
        ('words', '{gift,cat mug,lantern}', true)`;
    });

    test.each([
      ['a make', 'samsung', ['Clear Magnet, Galaxy S24']],
      ['what a brand calls it', 'magsafe', ['Clear Magnet, Galaxy S24']],
      ['a name and a number in one', 'iphone15', ['CC-306 Clear, iPhone 15']],
      ['a name and a number', 'iphone 15', ['CC-306 Clear, iPhone 15']],
      ['a name in two', 'i phone', ['CC-306 Clear, iPhone 15']],
      ['a name in two and a number', 'i phone 15', ['CC-306 Clear, iPhone 15']],
      ['a code in one', 'cc306', ['CC-306 Clear, iPhone 15']],
      ['a code with a hyphen', 'CC-306', ['CC-306 Clear, iPhone 15']],
      ['two words in one', 'tshirt', ['Plain T-shirt', 'Captain tee']],
      ['two words with a hyphen', 't-shirt', ['Plain T-shirt', 'Captain tee']],
      ['two words', 't shirt', ['Plain T-shirt', 'Captain tee']],
      ['a size', 'xxl', ['Plain T-shirt']],
      ['a size beside a name', 'shirt xxl', ['Plain T-shirt']],
      ['the value of an option', 'opal', ['Lantern']],
      ['an everyday word', 'kids', ['Bear Town']],
      ['another spelling', 'kargo', ['Cargo pants']],
      ['its own spelling', 'cargo', ['Cargo pants']],
      ['a name beside a number that nothing has', 'hoodie 99', ['Ink hoodie']],
      ['a plural', 'hoodies', ['Ink hoodie']],
      ['a whole word before the beginning of another', 'cap', ['Sailor caps', 'Captain tee']],
      ['a word of its own store', 'lamp', ['Lantern']],
      ['no word of another store', 'mug', ['Cat mug']],
      ['what a word finds one way', 'gift', ['Cat mug', 'Lantern']],
      ['what one that means the same finds one way', 'present', ['Cat mug', 'Lantern']],
      ['nothing the other way round', 'lantern', ['Lantern']],
      ['a word that is written in two', 'cooperative', ['Lighthouse game']],
      ['هودي', 'هودي', ['Ink hoodie']],
      ['an article before a word', 'الهودي', ['Ink hoodie']],
      ['“and” before it', 'والهودي', ['Ink hoodie']],
      ['“with” before it', 'بالهودي', ['Ink hoodie']],
      ['“for” before it', 'للهودي', ['Ink hoodie']],
      ['“like” before it', 'كالهودي', ['Ink hoodie']],
      ['بولو', 'بولو', ['Proofreader polo']],
      ['a Latin spelling of an Arabic word', 'bolo', ['Proofreader polo']],
      ['Arabic digits', 'iphone ١٥', ['CC-306 Clear, iPhone 15']],
      ['Persian digits', 'iphone ۱۵', ['CC-306 Clear, iPhone 15']],
      ['a name and a number in Arabic', 'آيفون ۱۵', ['CC-306 Clear, iPhone 15']],
      ['تيشيرت', 'تيشيرت', ['Plain T-shirt', 'Captain tee']],
      ['جاكيت', 'جاكيت', ['Harbour jacket']],
      ['shapes of letters, as copied from a PDF file', 'ﻫﻮدﻱ', ['Ink hoodie']],
      ['letters that Egyptians write for a sound of another language', 'چينز', ['Rigid jeans']],
      ['a shape of such a letter', 'ﭼينز', ['Rigid jeans']],
      ['a color as of something feminine', 'سوداء', ['Rigid jeans']],
      ['letters of another keyboard', 'چاكت', ['Harbour jacket']],
      ['بنطلون', 'بنطلون', ['Cargo pants']],
    ])('finds %s: %s', async (_, text, found) => {
      expect(await names(text)).toEqual(found);
      expect(await corrected(text)).toEqual(text === 'hoodie 99' ? ['hoodie'] : []);
    });

    test('never corrects a short word, nor one that occurs in descriptions', async () => {
      expect(await names('cot')).toEqual([]);
      expect(await names('kangaroo')).toEqual(['Cargo pants']);
      expect(await corrected('kangaroo')).toEqual([]);
    });

    test('says when no product has all of the words', async () => {
      expect(await names('polo jacket')).toEqual(['Harbour jacket', 'Proofreader polo']);
      expect(await corrected('polo jacket')).toEqual(['any_word']);
      expect(await corrected('poloo jackt')).toEqual(['polo jacket', 'any_word']);
    });

    test('suggests whole words first', async () => {
      const rows = await db.run(anonymous, "select label from search_suggestions('words', 'cap')");
      expect(rows.map(({ label }) => label)).toEqual(['Sailor caps', 'Captain tee']);
    });
  });

  test('says what it searched for instead', async () => {
    const [row] = await db.run(
      anonymous,
      "select label from product_facets('shop', 'hodie') where facet = 'corrected'",
    );
    expect(row?.label).toBe('hoodie');
    expect(
      await db.run(anonymous, "select 1 from product_facets('shop', 'hoodie') where facet = 'corrected'"),
    ).toEqual([]);
  });

  test('finds a renamed product and a renamed category by their new names', async () => {
    await db.owner`update categories set name = 'Layers' where name = 'Warm things'`;
    await db.owner`update products set name = 'Cluedo' where name = 'Monopoly'`;
    expect([await found('layers'), await found('cluedo'), await found('warm')]).toEqual([
      ['Ink hoodie'],
      ['Cluedo'],
      [],
    ]);
    await db.owner`update categories set name = 'Warm things' where name = 'Layers'`;
    await db.owner`update products set name = 'Monopoly' where name = 'Cluedo'`;
  });

  test('sorts by the displayed names: all forms of alef first, others by their English name', async () => {
    await db.owner`insert into tenants (id, name) values ('names', 'Names')`;
    for (const [name, arabic] of [
      ['Apple', 'ياقوت'],
      ['Banana', 'أسد'],
      ['Cherry', 'إبرة'],
      ['Damson', 'بَلح'],
      ['Zebra', ''],
    ] as const)
      await db.owner`
        insert into products (tenant_id, name, price, stock, translations)
        values ('names', ${name}, 10, 1, ${JSON.stringify({ ar: { name: arabic } })}::text::jsonb)`;
    const inOrder = (language: string) =>
      foundIn('names', '', `, p_sort => 'name', p_language => '${language}'`);
    expect(await inOrder('en')).toEqual(['Apple', 'Banana', 'Cherry', 'Damson', 'Zebra']);
    expect(await inOrder('ar')).toEqual(['Zebra', 'Cherry', 'Banana', 'Damson', 'Apple']);
  });

  test('pages and their sizes stay within bounds', async () => {
    expect(await found('', ", p_limit => 0, p_sort => 'name'")).toHaveLength(1);
    expect(await found('', ', p_limit => 100000, p_offset => -5')).toHaveLength(4);
    expect(await found('', ', p_offset => 400')).toEqual([]);
  });
});

describe('suggestions', () => {
  test('list categories first, then products with picture and price, in any stored picture format', async () => {
    const rows = await db.run(
      anonymous,
      "select kind, label, image, price from search_suggestions('shop', 'warm')",
    );
    expect(rows).toEqual([
      { kind: 'category', label: 'Warm things', image: null, price: null },
      { kind: 'product', label: 'Ink hoodie', image: 'https://x/one.webp', price: '250.00' },
    ]);
    const legacy = await db.run(anonymous, "select image from search_suggestions('shop', 'monoply')");
    expect(legacy).toEqual([{ image: 'https://x/legacy.webp' }]);
  });

  describe('in a large store', () => {
    const suggested = async (text: string) =>
      (await db.run(anonymous, "select label from search_suggestions('large', $1, 6)", [text])).map(
        (row) => row.label,
      );
    beforeAll(async () => {
      await db.owner`insert into tenants (id, name) values ('large', 'Large shop')`;
      // Newest last; the names match first, other columns last.
      await db.owner`insert into products (tenant_id, name, brand, material, price, stock, created_at)
        select 'large', 'Riso poster ' || n, 'Inkworks', 'Red', 10, n - 1, timestamptz '2026-01-01' + n * interval '1 s'
        from generate_series(1, 2) n`;
      await db.owner`insert into products (tenant_id, name, brand, material, price, stock, created_at)
        select 'large', 'Lamp ' || n, 'Riso Club', 'Blue', 10, 1, timestamptz '2026-02-01' + n * interval '1 s'
        from generate_series(1, 2100) n`;
    });

    test('lists exact names before other matches, then the newest of those', async () => {
      expect(await suggested('riso')).toEqual([
        'Riso poster 2',
        'Riso poster 1',
        'Lamp 2100',
        'Lamp 2099',
        'Lamp 2098',
        'Lamp 2097',
      ]);
    });

    test('reads a page of a listing with filters without reading the whole store', async () => {
      await db.owner`analyze private.product_search_index`;
      const [read] = await db.owner.begin(async (sql) => {
        await sql`select from search_products('large', p_brands => '{Riso Club}', p_min_price => 5)`;
        return sql`select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
          where relname = 'product_search_index'`;
      });
      expect(read?.rows).toBeGreaterThan(0);
      expect(read?.rows).toBeLessThan(200);
    });

    test.each([
      ['lampp blue', ['Lamp 2100', 'Lamp 2099', 'Lamp 2098', 'Lamp 2097', 'Lamp 2096', 'Lamp 2095']],
      ['postre red', ['Riso poster 2', 'Riso poster 1']],
      // No product has both words.
      ['postre blue', ['Riso poster 2', 'Riso poster 1', 'Lamp 2100', 'Lamp 2099', 'Lamp 2098', 'Lamp 2097']],
      ['lampp inkworks', ['Lamp 2100', 'Lamp 2099', 'Lamp 2098', 'Lamp 2097', 'Lamp 2096', 'Lamp 2095']],
    ])('finds %s, a typo among its words', async (text, labels) => {
      expect(await suggested(text)).toEqual(labels);
    });
  });

  test('ignores an empty search', async () => {
    expect(await db.run(anonymous, "select 1 from search_suggestions('shop', '  ')")).toEqual([]);
  });
});

describe('options in legacy formats', () => {
  const options = (text: string) =>
    call<string[]>(
      db,
      { role: 'service_role', claims: {} },
      'select to_jsonb(private.text_list($1)) as value',
      [text],
    );

  test.each([
    ['["S","M"]', ['S', 'M']],
    ['S, M ,L', ['S', 'M', 'L']],
    ['["S", "M"', ['S', 'M']],
    ['[1, 2]', ['1', '2']],
    ['', []],
    [' , ', []],
    ['One size', ['One size']],
  ])('%s are filters', async (text, values) => {
    expect(await options(text)).toEqual(values);
  });
});
