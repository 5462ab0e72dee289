import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTableText } from '../../ui/table-file/read-table-file.ts';
import { withStock } from './import-rows.ts';
import { readFile as readTable } from './read-file.ts';

const readFile = async (content: string, attributes: Parameters<typeof readTable>[1]) =>
  readTable(await readTableText(content), attributes);

const content = readFileSync('tests/fixtures/shopify-products.csv', 'utf8');
const cdn = 'https://cdn.shopify.com/s/files/1/0700/0001/files/';

describe("Shopify's product export", () => {
  it('is recognized, with the ignored columns listed', async () => {
    const read = await readFile(content, []);
    expect(read.source).toBe('shopify');
    expect(read.rows).toHaveLength(3);
    expect(read.unknown).toEqual([
      ...['Variant Inventory Policy', 'Variant Fulfillment Service'],
      ...['Variant Requires Shipping', 'Variant Taxable', 'Cost per item'],
    ]);
    expect(read.refused).toEqual([
      { row: 12, name: 'Gift card', column: '', problem: { messageKey: 'csvGiftCard' } },
    ]);
    expect(read.lines.get(2)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  it('has a product’s text, pictures, category and variants', async () => {
    const { rows } = await readFile(content, []);
    const [hoodie] = rows;
    expect(hoodie).toMatchObject({
      row: 2,
      category: 'Hoodies',
      set: {
        name: 'Night hoodie',
        description: 'Heavy cotton, brushed inside.\n• 480 g/m²\n• Printed by hand in Cairo',
        brand: 'Nile Works',
        type: '["Hoodie"]',
        price: 950,
        original_price: null,
        is_active: true,
        images: [`${cdn}hoodie-black.jpg`, `${cdn}hoodie-sand.jpg`, `${cdn}hoodie-back.jpg`],
        image_alts: {
          [`${cdn}hoodie-black.jpg`]: 'Hoodie in ink black',
          [`${cdn}hoodie-back.jpg`]: 'The back',
        },
      },
      options: [
        { name: 'Color', kind: 'color', values: ['Ink black', 'Sand'] },
        { name: 'Size', kind: 'size', values: ['S', 'M', 'L'] },
      ],
    });
    const noPrices = { price: null, original_price: null };
    const black = `${cdn}hoodie-black.jpg`;
    expect(hoodie?.variants?.slice(0, 4)).toEqual([
      {
        row: 2,
        options: ['Ink black', 'S'],
        ...noPrices,
        stock: 8,
        weight_grams: 620,
        sku: 'NH-IN-S',
        barcode: '622400000000',
        image: black,
      },
      {
        row: 3,
        options: ['Ink black', 'M'],
        ...noPrices,
        stock: 0,
        weight_grams: 650,
        sku: 'NH-IN-M',
        barcode: '622400000001',
        image: black,
      },
      {
        row: 4,
        options: ['Ink black', 'L'],
        ...noPrices,
        price: 990,
        stock: 0,
        weight_grams: 680,
        sku: 'NH-IN-L',
        barcode: '622400000002',
        image: black,
      },
      {
        row: 5,
        options: ['Sand', 'S'],
        price: null,
        original_price: 1100,
        stock: 5,
        weight_grams: 620,
        sku: 'NH-SA-S',
        barcode: '622400000003',
        image: `${cdn}hoodie-sand.jpg`,
      },
    ]);
  });

  it('has products without options, and unpublished ones', async () => {
    const { rows } = await readFile(content, []);
    expect(rows[1]).toEqual({
      row: 9,
      category: 'Mugs',
      set: {
        name: 'Enamel mug',
        description: 'Holds 350 ml.\nNot for the microwave.',
        brand: 'Nile Works',
        type: '["Mugs"]',
        old_paths: ['/products/enamel-mug'],
        price: 180,
        original_price: 220,
        is_active: true,
        images: [`${cdn}mug.jpg`],
        image_alts: {},
      },
      options: [],
      variants: [
        {
          row: 9,
          options: [],
          price: null,
          original_price: null,
          stock: 40,
          weight_grams: 210,
          sku: 'MUG-350',
        },
      ],
    });
    expect(rows[2]).toMatchObject({
      set: { name: 'Rain poncho', is_active: false, price: 300 },
      options: [{ name: 'Length', kind: 'other', values: ['Short', 'Long'] }],
      variants: [{ price: null }, { price: 340 }],
    });
    expect(rows[2]?.set).not.toHaveProperty('description');
    expect(rows[2]).not.toHaveProperty('category');
  });

  it('is read with the headings of later exports too', async () => {
    const head =
      'Title,URL handle,Description,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Inventory quantity,Weight value (grams),Product image URL,Image position,Variant image URL';
    const { source, rows, unknown } = await readFile(
      `${head}\nTee,tee,<p>Soft</p>,TRUE,Active,T-S,1,Size,S,100,120,4,150,/back.webp,2,\n,tee,,,,T-M,,,M,100,120,,,/front.webp,1,/m.webp\n`,
      [],
    );
    expect([source, unknown]).toEqual(['shopify', []]);
    expect(rows).toEqual([
      {
        row: 2,
        set: {
          name: 'Tee',
          description: 'Soft',
          old_paths: ['/products/tee'],
          is_active: true,
          price: 100,
          original_price: 120,
          images: ['/front.webp', '/back.webp'],
          image_alts: {},
        },
        options: [{ name: 'Size', kind: 'size', values: ['S', 'M'] }],
        variants: [
          {
            row: 2,
            options: ['S'],
            price: null,
            original_price: null,
            stock: 4,
            weight_grams: 150,
            sku: 'T-S',
            barcode: '1',
          },
          { row: 3, options: ['M'], price: null, original_price: null, sku: 'T-M', image: '/m.webp' },
        ],
      },
    ]);
  });

  it('is split by the separator of its headings, whatever the descriptions contain', async () => {
    const line = (name: string) =>
      `${name},${name},<p style=color:red;margin:0;padding:0>Nice</p>,100,active`;
    const { source, rows } = await readFile(
      ['Handle,Title,Body (HTML),Variant Price,Status', line('tee'), line('cap')].join('\n'),
      [],
    );
    expect(source).toBe('shopify');
    expect(rows.map(({ set }) => [set.name, set.description, set.price])).toEqual([
      ['tee', 'Nice', 100],
      ['cap', 'Nice', 100],
    ]);
  });

  it('without a price leaves the price unset, and a variant without one is not for sale', async () => {
    const { rows, warnings } = await readFile(
      'Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty,Status\n' +
        'a,Free of price,Title,Default Title,,5,active\nb,Half priced,Size,S,200,5,active\nb,,,M,,5,\n',
      [],
    );
    expect(rows[0]?.set).not.toHaveProperty('price');
    expect(rows[1]?.variants).toMatchObject([{ price: null }, { options: ['M'], is_active: false }]);
    expect(warnings).toEqual([{ kind: 'unpriced', row: 4, text: 'Half priced, M' }]);
  });

  it('is rejected as a whole without handles, which identify products', async () => {
    await expect(readFile('Title,Variant SKU,Variant Grams\nTee,A,5\n', [])).rejects.toMatchObject({
      messageKey: 'csvNoHandle',
    });
  });

  it('imports two products with the same title, the second named by its handle', async () => {
    const head = 'Handle,Title,Option1 Name,Option1 Value,Variant Price';
    const lines = ['tee,Tee,Size,S,5', 'tee-1,tee,Size,S,6', 'tee-1,,,M,6', 'cap,Cap,Size,S,5'];
    const { rows, refused } = await readFile([head, ...lines].join('\n'), []);
    expect(rows.map(({ set }) => set.name)).toEqual(['Tee', 'tee (tee-1)', 'Cap']);
    expect(refused).toEqual([]);
  });

  it('lists the variants that Shopify does not track, which keep their stock or get a number of pieces', async () => {
    const head =
      'Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Image Src';
    const read = await readFile(`${head}\na,A,Size,S,5,,0,\na,,,M,5,shopify,3,\na,,,,,,,/a.webp\n`, []);
    expect(read.untracked).toEqual(new Set([2]));
    const stocks = (rows: typeof read.rows) => rows[0]?.variants?.map(({ stock }) => stock);
    expect(stocks(read.rows)).toEqual([undefined, 3]);
    expect(stocks(withStock(read, 50))).toEqual([50, 3]);
    const without = await readFile(content.replace('Variant Inventory Tracker', 'Something else'), []);
    expect(without.untracked).toEqual(new Set());
  });

  it.each([
    ['an amount that is none', 'a,A,Size,S,cheap,,,', { column: 'price', messageKey: 'csvNumber' }],
    ['pieces that are none', 'a,A,Size,S,5,some,,', { column: 'stock', messageKey: 'csvWhole' }],
    [
      'a picture that nobody can fetch',
      'a,A,Size,S,5,1,https://[x,',
      { column: 'image', messageKey: 'csvAddress' },
    ],
    [
      'two variants that are alike',
      'a,A,Size,S,5,1,,\na,,,s,6,1,,',
      { at: 3, messageKey: 'csvSameVariant', other: 2 },
    ],
    [
      'the SKU of another product',
      'a,A,Size,S,5,1,,x\nb,B,Size,S,5,1,,X',
      { row: 3, messageKey: 'csvSameSku', other: 2 },
    ],
  ])('is rejected where it has %s, and only there', async (_, lines, facts) => {
    const head =
      'Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty,Image Src,Variant SKU';
    const { rows, refused } = await readFile(`${head}\n${lines}\nz,Fine,Size,S,5,1,,z\n`, []);
    expect(rows.at(-1)).toMatchObject({ set: { name: 'Fine' } });
    expect(refused).toHaveLength(1);
    expect({ ...refused[0], ...refused[0]?.problem }).toMatchObject(facts);
  });
});
