import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attribute } from '#app/product/attributes.ts';
import { guardCell, unguardCell } from '../../ui/table-file/cell-guard.ts';
import { decodeText, guessEncoding } from '../../ui/table-file/decode-text.ts';
import { readTableText } from '../../ui/table-file/read-table-file.ts';
import type { FileProduct } from './product-file-columns.ts';
import { readFile as readFileWith } from './read-file.ts';
import { refusedFile, writeFile } from './write-file.ts';

/** A product as read for an export. */
const exported: FileProduct = {
  id: '6a1f0f9e-0000-4000-8000-000000000001',
  tenant_id: 'shop',
  category_id: null,
  category: '',
  categoryTranslations: {},
  name: 'Hoodie',
  description: null,
  price: 90,
  original_price: null,
  discount: 0,
  stock: 1,
  unit: null,
  brand: null,
  type: null,
  size: null,
  color: null,
  material: null,
  gender: null,
  is_active: true,
  featured: false,
  is_new: false,
  restocks: true,
  tags: [],
  seo_title: null,
  slug: null,
  seo_description: null,
  old_paths: [],
  images: [],
  videos: [],
  image_alts: {},
  attributes: {},
  translations: {},
  on_sale: false,
  rating: null,
  review_count: 0,
  version: 1,
  created_at: '',
  updated_at: '',
  deleted_at: null,
  options: [],
  variants: [
    {
      option1: '',
      option2: '',
      option3: '',
      sku: null,
      barcode: null,
      price: null,
      original_price: null,
      cost: null,
      stock: 1,
      weight_grams: null,
      image: null,
      is_active: true,
    },
  ],
};

const readFile = async (content: string) => readFileWith(await readTableText(content), []);

function decode(bytes: ArrayLike<number>): string {
  const content = Uint8Array.from(bytes).buffer;
  return decodeText(content, guessEncoding(content));
}

it('text is decoded from every encoding that Excel saves', () => {
  const utf16 = Buffer.from('\ufeffكوب', 'utf16le');
  for (const [bytes, encoding] of [
    [Buffer.from('كوب'), 'UTF-8'],
    [utf16, 'UTF-16'],
    [Buffer.from(utf16).swap16(), 'UTF-16, big end first'],
    [Buffer.from([0xdf, 0xe6, 0xc8]), 'Windows-1256'],
  ] as const) {
    expect(decode(bytes), encoding).toBe('كوب');
  }
});

it('the encoding is detected from zero bytes and words: Arabic ones have no ASCII letters, Western ones mostly do', () => {
  // "name,كوب Large" and "name,Größe à l'été, café" as Windows saves them.
  expect(decode(Buffer.from('name,\xdf\xe6\xc8 Large', 'latin1'))).toBe('name,كوب Large');
  expect(decode(Buffer.from('name,كوب', 'utf16le'))).toBe('name,كوب');
  expect(decode(Buffer.from("name,Gr\xf6\xdfe \xe0 l'\xe9t\xe9, caf\xe9 5 \x80", 'latin1'))).toBe(
    "name,Größe à l'été, café 5 €",
  );
});

describe('the separator of a file', () => {
  it.each([
    ['what separates the headings, whatever is in the cells', 'name;price;description\nTee;5;"a, b, c, d"\n'],
    ['what the first line says', 'sep=;\r\nname;price;description\r\nTee;5;a, b, c, d\r\n'],
    ['a bar', 'name|price|description\nTee|5|a, b, c, d\n'],
    [
      'a comma between headings, with semicolons below',
      'name,price,description\nTee,5,"a, b, c, d"\nCap,6,a;b;c;d;e;f\n',
    ],
  ])('is %s', async (_, content) => {
    const { rows, unknown } = await readFile(content);
    expect(rows[0]).toEqual({ row: 2, set: { name: 'Tee', price: 5, description: 'a, b, c, d' } });
    expect(unknown).toEqual([]);
  });
});

it('a code shortened by a spreadsheet is left out with a warning, while the rest of its row is imported', async () => {
  const { rows, warnings } = await readFile(
    'name,price,sku,barcode\nTee,5,2E+05,"6,22E+12"\nCap,5,1E5,6220000000017\n',
  );
  expect(rows.map(({ set, variants }) => [set.name, variants])).toEqual([
    ['Tee', undefined],
    ['Cap', [{ row: 3, options: [], sku: '1E5', barcode: '6220000000017' }]],
  ]);
  expect(warnings).toEqual([
    { kind: 'ruined', row: 2, text: '2E+05' },
    { kind: 'ruined', row: 2, text: '6,22E+12' },
  ]);
});

it('cells are cleaned by kind: invisible characters in names, spaces in codes, any digits and a currency in numbers', async () => {
  const { rows } = await readFile(
    'name;price;original_price;stock;sku;barcode\n\u200fقميص\u200b;١٬٢٩٩٫٥٠;2000 ج.م;٧;A\u2011١\u00ad;622 000\u200e 17\n',
  );
  expect(rows).toEqual([
    {
      row: 2,
      set: { name: 'قميص', price: 1299.5, original_price: 2000, stock: 7 },
      options: [],
      variants: [{ row: 2, options: [], sku: 'A-1', barcode: '62200017' }],
    },
  ]);
});

describe('a file of another system', () => {
  it('is not mistaken for the store’s own for having names and prices, and its unknown columns are not guessed', async () => {
    expect(
      (await readFile('sku,name,price,product_type,attribute_set_code\nA,Tee,5,simple,Default\n')).source,
    ).toBe('magento');
    expect((await readFile('ID,Name,Regular price,Stock\n7,Tee,5,2\n')).source).toBe('woocommerce');
    await expect(readFile('Produkt,Preis\nTee,5\n')).rejects.toMatchObject({ messageKey: 'csvNoName' });
  });

  it('is read with its columns matched by hand, its HTML and entities as text', async () => {
    const read = readFileWith(
      await readTableText(
        'Produkt;Preis;Text;Regal;Foto\n"Salt &amp; <b>Pepper</b>";1.299,90;<p>One</p><p>Two</p>;A1;https://a.example/1.jpg, https://a.example/2.jpg\n',
      ),
      [],
      { produkt: 'name', preis: 'price', text: 'description', foto: 'images', regal: '' },
    );
    expect([read.source, read.unknown, read.refused]).toEqual(['mapped', [], []]);
    expect(read.rows).toEqual([
      {
        row: 2,
        set: {
          name: 'Salt & Pepper',
          price: 1299.9,
          description: 'One\nTwo',
          images: ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
        },
      },
    ]);
  });
});

describe('a product file', () => {
  it('is read with columns in any order, some missing, others unknown', async () => {
    const { rows, refused, unknown } = await readFile(
      '\ufeffPrice;NAME;Is new;Shelf\r\n"1 200,50 EGP"; Cap ;ja;A1\r\n99;"Mug; large";no;B2\r\n;;;\r\n5;Pin;yes;\r\n',
    );
    expect(unknown).toEqual(['shelf']);
    expect(refused).toEqual([{ row: 2, name: 'Cap', column: 'is_new', problem: { messageKey: 'csvFlag' } }]);
    expect(rows).toEqual([
      { row: 3, set: { name: 'Mug; large', price: 99, is_new: false } },
      { row: 5, set: { name: 'Pin', price: 5, is_new: true } },
    ]);
  });

  it('reports rows with invalid amounts, and rows with the same product', async () => {
    const { rows, refused } = await readFile(
      'name,price,stock,images,videos,image_texts\nCap,abc,1\nMug,1.234,1\nPin,5,1.5\nBag,5,2,/b.webp\nbag,6,3\n' +
        'Tee,5,2,"/t.webp\nhttp://",,Front\nTop,5,2,,https://[x\n',
    );
    expect(rows.map(({ row }) => row)).toEqual([5]);
    expect(refused.map(({ row, problem }) => [row, problem.messageKey])).toEqual([
      [2, 'csvNumber'],
      [3, 'csvAmbiguous'],
      [4, 'csvWhole'],
      [6, 'csvTwice'],
      [7, 'csvAddress'],
      [8, 'csvAddress'],
    ]);
  });

  it.each([
    ['name,price\n', 'csvEmpty'],
    ['', 'csvEmpty'],
    ['price,stock\n1,2\n', 'csvNoName'],
    ['name,Price,price\nMug,1,2\n', 'csvColumnTwice'],
  ])('is rejected as a whole: %j', async (content, messageKey) => {
    await expect(readFile(content)).rejects.toMatchObject({ messageKey });
  });

  it('leaves a value unchanged for a blank cell, and clears it for a dash', async () => {
    const head = 'id,name,price,original_price,discount,stock,description,size,category,images,image_texts';
    const { rows, refused } = await readFile(
      `${head}\nA1,,,,,,,,,,\nA2, ,, - ,-,,-,-,-,-,-\nA3,,-,,,,,,,,\nA4,-,,,,,,,,,\nA5,,,,,,'-,,,,\n`,
    );
    expect(rows).toEqual([
      { row: 2, id: 'a1', set: {} },
      {
        row: 3,
        id: 'a2',
        category: '',
        set: {
          original_price: null,
          discount: 0,
          description: null,
          size: null,
          images: [],
          image_alts: {},
        },
      },
      { row: 6, id: 'a5', set: { description: '-' } },
    ]);
    expect(refused.map(({ row, column, problem }) => [row, column, problem.messageKey])).toEqual([
      [4, 'price', 'csvNeeded'],
      [5, 'name', 'csvNeeded'],
    ]);
  });

  it('rejects a row with more cells than headings, but not trailing blank ones', async () => {
    const { rows, refused } = await readFile('name,price,stock\nMug, large,99,5\nCap,1,200,3\nPin,5,1,,\n');
    expect(rows).toEqual([{ row: 4, set: { name: 'Pin', price: 5, stock: 1 } }]);
    expect(refused).toEqual([
      { row: 2, name: 'Mug', column: '', problem: { messageKey: 'csvTooMany' } },
      { row: 3, name: 'Cap', column: '', problem: { messageKey: 'csvTooMany' } },
    ]);
  });

  it('accepts commas between thousands', async () => {
    const { rows } = await readFile('name;price;stock\nMug;1,200;1,000\nCap;12,345.50;3\n');
    expect(rows.map(({ set }) => [set.price, set.stock])).toEqual([
      [1200, 1000],
      [12345.5, 3],
    ]);
  });

  it('rejects ambiguous prices that no other price of the file explains, and those spoilt by a spreadsheet', async () => {
    const { rows, refused } = await readFile('name;price\nMug;1,200\nCap;12,5\nPin;99.5\nBag;1.2E+03\n');
    expect(rows.map(({ set }) => set.price)).toEqual([12.5, 99.5]);
    expect(refused.map(({ row, problem }) => [row, problem])).toEqual([
      [2, { messageKey: 'csvAmbiguous', value: '1,200' }],
      [5, { messageKey: 'csvSpoilt', value: '1.2E+03' }],
    ]);
  });

  it.each([
    [
      'orders of Shopify',
      "Name,Email,Financial Status,Total,Lineitem name,Vendor,Tags,Phone\n#1001,m@a.eg,paid,430,Mug,Shop,,'+2010\n",
    ],
    ['customers', 'Name,Email,Phone,Orders,Spent,Points\nMona Adel,m@a.eg,01000000001,3,900,0\n'],
  ])('is not a product file if it lists %s', async (_, content) => {
    await expect(readFile(content)).rejects.toMatchObject({ messageKey: 'csvOtherFile' });
  });

  it('is not recognized by names alone', async () => {
    await expect(readFile('Name,Note\nMona Adel,x\n')).rejects.toMatchObject({ messageKey: 'csvNoName' });
  });

  it('with an SKU that is too long is imported without it, with a warning', async () => {
    const { rows, warnings } = await readFile(`name,price,sku,barcode\nMug,5,${'x'.repeat(65)},622\n`);
    expect(rows[0]?.variants).toEqual([{ row: 2, options: [], barcode: '622' }]);
    expect(warnings).toEqual([{ kind: 'longCode', row: 2, text: 'x'.repeat(65) }]);
  });

  it('returns its rejected rows as a file with the reason, which can be imported once corrected', async () => {
    const content = 'Name,Price,Note,Description\nMug,cheap,a,=1+1\nCap,90,b,-\nPin,5,c,"one, two",3\n';
    const read = await readFile(content);
    const file = await refusedFile(read, [
      { row: 2, outcome: 'refused', column: 'price', message: 'Write an amount.' },
      { row: 3, outcome: 'added' },
      { row: 4, outcome: 'refused', message: 'Too many cells.' },
    ]);
    expect(file.replace('\ufeff', '').split('\r\n')).toEqual([
      'reason,Name,Price,Note,Description',
      "price: Write an amount.,Mug,cheap,a,'=1+1",
      'Too many cells.,Pin,5,c,"one, two",3',
    ]);
    const again = await readFile(file.replace('cheap', '60').replace(',3', ''));
    expect(again.refused).toEqual([]);
    expect(again.unknown).toEqual(['note']);
    expect(again.rows.map(({ set }) => set)).toEqual([
      { name: 'Mug', price: 60, description: '=1+1' },
      { name: 'Pin', price: 5, description: 'one, two' },
    ]);
    expect(await refusedFile(again, [{ row: 2, outcome: 'refused', message: 'No.' }])).toContain('No.,Mug');
  });
});

describe('a product file with variants', () => {
  const head =
    'id,name,price,size,stock,option1_name,option1_value,option2_name,option2_value,sku,variant_price,variant_stock,sold';

  it('has a line for each, by id, by name, or right below their product', async () => {
    const { rows, refused } = await readFile(
      `${head}\nA1,Tee,90,,,Size,S,Color,Red,T-S,,4,\na1,,,,,,M,,red,T-M,95,5,no\n,Cap,20,,,Colour,Blue,,,,,1,\n` +
        ',cap,20,,,,Green,,,,-,2,yes\n,,,,,,Grey,,,,,3,\n,Mug,9,,7,,,,,MUG,,,\n',
    );
    expect(refused).toEqual([]);
    expect(rows).toEqual([
      {
        row: 2,
        id: 'a1',
        set: { name: 'Tee', price: 90 },
        options: [
          { name: 'Size', kind: 'size', values: ['S', 'M'] },
          { name: 'Color', kind: 'color', values: ['Red'] },
        ],
        variants: [
          { row: 2, options: ['S', 'Red'], sku: 'T-S', stock: 4 },
          { row: 3, options: ['M', 'red'], sku: 'T-M', price: 95, stock: 5, is_active: false },
        ],
      },
      {
        row: 4,
        set: { name: 'Cap', price: 20 },
        options: [{ name: 'Colour', kind: 'color', values: ['Blue', 'Green', 'Grey'] }],
        variants: [
          { row: 4, options: ['Blue'], stock: 1 },
          { row: 5, options: ['Green'], price: null, stock: 2, is_active: true },
          { row: 6, options: ['Grey'], stock: 3 },
        ],
      },
      {
        row: 7,
        set: { name: 'Mug', price: 9, stock: 7 },
        options: [],
        variants: [{ row: 7, options: [], sku: 'MUG' }],
      },
    ]);
  });

  it.each([
    [
      'the same combination twice',
      ',Tee,,,,Size,S,,,,,,\n,Tee,,,,,s,,,,,,',
      'csvSameVariant',
      { at: 3, other: 2, value: 's' },
    ],
    [
      'the same SKU twice',
      ',Tee,,,,Size,S,,,x,,,\n,Tee,,,,,M,,,X,,,',
      'csvSameSku',
      { at: 3, other: 2, value: 'X' },
    ],
    [
      'a SKU that a product before has',
      ',Mug,,,,,,,,x,,,\n,Tee,,,,Size,S,,,x,,,',
      'csvSameSku',
      { at: 3, other: 2 },
    ],
    [
      'a missing value',
      ',Tee,,,,Size,S,Color,Red,,,,\n,Tee,,,,,M,,,,,,',
      'csvOptionValue',
      { at: 3, value: 'Color' },
    ],
    ['a value of an option without a name', ',Tee,,,,,S,,,,,,', 'csvOptionName', {}],
    [
      'an option that is called otherwise below',
      ',Tee,,,,Size,S,,,,,,\n,Tee,,,,Colour,M,,,,,,',
      'csvOptionName',
      {},
    ],
    ['a second option without a first', ',Tee,,,,,,Size,S,,,,', 'csvOptionName', {}],
    ['sizes beside its variants', ',Tee,,"S, M",,Color,Red,,,,,,', 'csvByVariant', { column: 'size' }],
    ['a stock beside its variants', ',Tee,,,5,Color,Red,,,,,,', 'csvByVariant', { column: 'stock' }],
    [
      'an amount that is none',
      ',Tee,,,,Size,S,,,,,,\n,Tee,,,,,M,,,,much,,',
      'csvNumber',
      { at: 3, column: 'variant_price' },
    ],
    ['a product of one variant twice', ',Mug,,,,,,,,X,,,\n,Mug,,,,,,,,Y,,,', 'csvSameVariant', {}],
    ['another price below', ',Tee,5,,,Size,S,,,,,,\n,Tee,6,,,,M,,,,,,', 'csvTwice', {}],
  ])('is refused where it has %s', async (_, lines, messageKey, facts) => {
    const { refused } = await readFile(`${head}\n${lines}\n`);
    expect(refused).toHaveLength(1);
    expect({ ...refused[0], ...refused[0]?.problem }).toMatchObject({ messageKey, ...facts });
  });

  it('returns all lines of a rejected product', async () => {
    const read = await readFile(`${head}\n,Tee,,,,Size,S,,,,,,\n,Mug,9,,,,,,,,,,\n,Tee,,,,,M,,,,,,\n`);
    const file = await refusedFile(read, [{ row: 2, outcome: 'refused', message: 'No.' }]);
    expect(file.split('\r\n').slice(1)).toEqual(['No.,,Tee,,,,Size,S,,,,,,', ',,Tee,,,,,M,,,,,,']);
  });
});

describe('a file with translations', () => {
  it('reads back as exported', async () => {
    const translations = {
      ar: {
        name: 'هودي, أسود',
        description: 'قطن ثقيل\nيغسل باردًا',
        type: 'هودي',
        material: { Cotton: 'قطن' },
        image_alts: { '/2.webp': 'من الخلف' },
      },
    };
    const product = {
      ...exported,
      material: '["Linen","Cotton"]',
      images: ['/1.webp', '/2.webp'],
      translations,
    };
    const file = await writeFile({ products: [product], attributes: [], seesCosts: true });
    const { rows, unknown, refused } = await readFile(file);
    expect([unknown, refused]).toEqual([[], []]);
    expect(rows[0]?.set.translations).toEqual(translations);
  });

  it('reads back with the translations of options and values', async () => {
    const words = { ar: { name: 'اللون', values: { Black: 'أسود' } } };
    const product = {
      ...exported,
      options: [{ name: 'Color', kind: 'color' as const, translations: words }],
      variants: ['Black', 'Sand'].flatMap((option1) =>
        exported.variants.map((sold) => ({ ...sold, option1 })),
      ),
    };
    const { rows, unknown, refused } = await readFile(
      await writeFile({ products: [product], attributes: [], seesCosts: true }),
    );
    expect([unknown, refused]).toEqual([[], []]);
    expect(rows[0]?.options).toEqual([
      { name: 'Color', kind: 'color', values: ['Black', 'Sand'], translations: words },
    ]);
  });

  it('has costs only for somebody who sees them, and reads them back', async () => {
    const product = { ...exported, variants: exported.variants.map((sold) => ({ ...sold, cost: 45.5 })) };
    const file = (seesCosts: boolean) => writeFile({ products: [product], attributes: [], seesCosts });
    const { rows, unknown } = await readFile(await file(true));
    expect([unknown, rows[0]?.variants?.[0]?.cost]).toEqual([[], 45.5]);
    expect(await file(false)).not.toMatch(/cost|45\.5/);
  });

  it('keeps the category’s translation, for a store that does not have the category yet', async () => {
    const categoryTranslations = { ar: { name: 'فوانيس' } };
    const inCategory = { ...exported, category: 'Lanterns', categoryTranslations };
    const { rows, unknown } = await readFile(
      await writeFile({
        products: [inCategory, { ...exported, id: '', name: 'Cap' }],
        attributes: [],
        seesCosts: true,
      }),
    );
    expect(unknown).toEqual([]);
    expect(rows.map((row) => [row.category, row.category_translations])).toEqual([
      ['Lanterns', categoryTranslations],
      [undefined, undefined],
    ]);
  });

  it('leaves missing columns unchanged, clears those with a dash, and is rejected when words are missing', async () => {
    const { rows, refused } = await readFile(
      'name,material,Name (Arabic),unit (arabic),Material (Arabic)\nTee,Cotton,تيشيرت,-,\nCap,"Cotton, Linen",,,قطن\nMug,,,,\n',
    );
    expect(rows.map(({ set }) => set.translations)).toEqual([
      { ar: { name: 'تيشيرت', unit: null } },
      undefined,
    ]);
    expect(refused).toMatchObject([
      { row: 3, column: 'material (Arabic)', problem: { messageKey: 'csvWords' } },
    ]);
  });
});

describe('a file with attributes', () => {
  const attribute = (name: string, kind: Attribute['kind'], choices: string[] = []) => ({
    id: name.toLowerCase(),
    name,
    kind,
    choices,
    unit: '',
    category_ids: null,
    on_card: false,
    on_page: true,
    is_filter: true,
  });
  const attributes = [
    attribute('Players', 'number'),
    attribute('Fit', 'choice', ['Loose', 'Slim']),
    attribute('For two', 'boolean'),
    attribute('Motto', 'text'),
  ];
  const head = 'name,Attribute: players,attribute: Fit,attribute: For two,attribute: Motto,attribute: Gone';
  const read = async (lines: string) => readFileWith(await readTableText(`${head}\n${lines}\n`), attributes);

  it('is read by the kind of each; a blank cell keeps the value and a dash clears it', async () => {
    const { rows, unknown } = await read("A,2-5,loose,yes,Play,x\nB,4,-,,'-,\nC,,,,,");
    expect(unknown).toEqual(['attribute:_gone']);
    expect(rows.map(({ set }) => set.attributes)).toEqual([
      { players: { from: 2, to: 5 }, fit: 'Loose', 'for two': true, motto: 'Play' },
      { players: 4, fit: null, motto: '-' },
      undefined,
    ]);
  });

  it('is rejected when a value is invalid for its attribute', async () => {
    const { refused } = await read(
      `A,many,,,,\nB,5-2,,,,\nC,,Tight,,,\nD,,,maybe,,\nE,,,,${'x'.repeat(301)},`,
    );
    expect(refused.map(({ row, column, problem }) => [row, column, problem])).toEqual([
      [2, 'Players', { messageKey: 'csvRange' }],
      [3, 'Players', { messageKey: 'csvRange' }],
      [4, 'Fit', { messageKey: 'csvChoice', value: 'Loose, Slim' }],
      [5, 'For two', { messageKey: 'csvFlag' }],
      [6, 'Motto', { messageKey: 'csvText' }],
    ]);
  });
});

it('no cell starts like a formula, and every cell reads back unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          '=1+1',
          "'=x",
          "''",
          '-5',
          '@a',
          '+1',
          '01001234567',
          '6220000000017',
          '="0100"',
          '\tx',
        ),
      ),
      (cell) => {
        expect(guardCell(cell)).not.toMatch(/^(?!="[+\d]+"$)[=+\-@\t\r]/);
        expect(unguardCell(guardCell(cell))).toBe(cell);
      },
    ),
  );
  expect(unguardCell("'quoted' text")).toBe("'quoted' text");
});
