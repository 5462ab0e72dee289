import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTableText } from '../../ui/table-file/read-table-file.ts';
import { withStock } from './import-rows.ts';
import { readFile as readTable } from './read-file.ts';

const readFile = async (content: string, attributes: Parameters<typeof readTable>[1]) =>
  readTable(await readTableText(content), attributes);

const content = readFileSync('tests/fixtures/woocommerce-products.csv', 'utf8');
const uploads = 'https://shop.example/wp-content/uploads/2026/03/';

describe("WooCommerce's product export", () => {
  it('is recognized, with the ignored columns listed', async () => {
    const read = await readFile(content, []);
    expect(read.source).toBe('woocommerce');
    expect(read.unknown).toEqual([
      ...['Visibility in catalog', 'Tax status', 'Backorders allowed?', 'Grouped products'],
      'Attribute: Fit',
    ]);
    expect(read.refused).toEqual([
      { row: 5, name: 'Album', column: '', problem: { messageKey: 'csvKind' } },
      { row: 8, name: 'Logo collection', column: '', problem: { messageKey: 'csvKind' } },
      { row: 9, name: 'Lost', column: '', problem: { messageKey: 'csvParent' } },
    ]);
    expect(read.lines.get(2)).toEqual([2, 6, 7]);
  });

  it('has a variable product’s variations, including those that leave an attribute open', async () => {
    const [tee] = (await readFile(content, [])).rows;
    const blue = { row: 7, price: null, original_price: null, weight_grams: 250 };
    expect(tee).toEqual({
      row: 2,
      category: 'Tees',
      set: {
        name: 'V-neck tee',
        description: 'Soft and long.\nCombed cotton.\nWashed once, so it stays as it is.',
        brand: 'Nile Works',
        material: '["Cotton, combed","Elastane"]',
        is_active: true,
        featured: true,
        tags: ['summer'],
        price: 350,
        original_price: null,
        images: [`${uploads}vneck.jpg`, `${uploads}vneck-green.jpg`],
      },
      options: [
        { name: 'Color', kind: 'color', values: ['Blue', 'Green'] },
        { name: 'Size', kind: 'size', values: ['Large', 'Medium'] },
      ],
      variants: [
        { ...blue, options: ['Blue', 'Large'], sku: 'vneck-blue-Large', stock: 4 },
        { ...blue, options: ['Blue', 'Medium'], sku: 'vneck-blue-Medium', stock: 3 },
        {
          row: 6,
          options: ['Green', 'Large'],
          price: 300,
          original_price: 350,
          stock: 3,
          weight_grams: 200,
          sku: 'vneck-green-l',
          image: `${uploads}vneck-green.jpg`,
        },
      ],
    });
  });

  it('has a simple product’s price, and its sale price once the sale has started', async () => {
    const { rows } = await readFile(content, []);
    expect(rows[1]).toEqual({
      row: 3,
      category: 'Hoodies',
      set: {
        name: 'Hoodie with logo',
        description: 'A hoodie.',
        color: '["Blue"]',
        is_active: true,
        price: 800,
        original_price: 950,
        images: [`${uploads}hoodie.jpg`],
      },
      options: [],
      variants: [
        {
          row: 3,
          options: [],
          price: null,
          original_price: null,
          stock: 12,
          weight_grams: 650,
          sku: 'hoodie-logo',
          barcode: '6224000000017',
        },
      ],
    });
    expect(rows[2]).toMatchObject({
      set: { name: 'Sewing lesson', is_active: false, price: 90, original_price: null },
      variants: [{ sku: 'voucher' }],
    });
    expect(rows[2]?.variants?.[0]).not.toHaveProperty('stock');
  });

  it('fills the store’s attributes of the same name', async () => {
    const fit = {
      id: 'f',
      name: 'fit',
      kind: 'choice' as const,
      choices: ['Loose', 'Slim'],
      unit: '',
      category_ids: null,
      on_card: false,
      on_page: true,
      is_filter: true,
    };
    const { rows, unknown } = await readFile(content, [fit]);
    expect(rows[1]?.set.attributes).toEqual({ f: 'Loose' });
    expect(unknown).not.toContain('Attribute: Fit');
    const other = await readFile(content, [{ ...fit, choices: ['Slim'] }]);
    expect(other.rows[1]?.set).not.toHaveProperty('attributes');
    expect(other.unknown).toContain('Attribute: Fit');
  });

  it.each([
    [
      'Arabic',
      'المُعرف,النوع,"رمز المنتج (SKU)",الاسم,منشور,الوصف,"سعر التخفيض","السعر الافتراضي",المخزون,التصنيفات,"الوزن (kg)","اسم السمة 1","قيمة/قيم السمة 1"',
    ],
    [
      'French',
      'ID,Type,UGS,Nom,Publié,Description,"Tarif promo","Tarif régulier",Stock,Catégories,"Poids (kg)","Nom de l\'attribut 1","Valeur(s) de l’attribut 1 "',
    ],
    [
      'German',
      'ID,Typ,Artikelnummer,Name,Veröffentlicht,Beschreibung,Angebotspreis,"Regulärer Preis",Lager,Kategorien,"Gewicht (kg)","Attribut 1 Name","Attribut 1 Wert(e)"',
    ],
    [
      'Spanish',
      'ID,Tipo,SKU,Nombre,Publicado,Descripción,"Precio rebajado","Precio normal",Inventario,Categorías,"Peso (kg)","Nombre del atributo 1","Valor(es) del atributo 1"',
    ],
    [
      'Italian',
      'ID,Tipo,COD,Nome,Pubblicato,Descrizione,"Prezzo in offerta","Prezzo di listino",Magazzino,Categorie,"Peso (kg)","Attributo 1 nome","Attributo 1 valuta(e)"',
    ],
    [
      'Turkish',
      'Kimlik,Tür,"Stok kodu (SKU)",İsim,Yayımlanmış,Açıklama,"İndirimli satış fiyatı","Normal fiyat",Stok,Kategoriler,"Ağırlık (kg)","Nitelik 1 ismi","Nitelik 1 değer(ler)i"',
    ],
  ])('is read with its %s headings', async (_, head) => {
    const line =
      '7,simple,W-1,"Salt &amp; Pepper",1,<p>Soft</p>,,"1.299,90",3,Tees,"0,25",Material,"Cotton &amp; linen"';
    const { source, rows, unknown } = await readFile(`${head}\n${line}\n`, []);
    expect([source, unknown]).toEqual(['woocommerce', []]);
    expect(rows).toEqual([
      {
        row: 2,
        category: 'Tees',
        set: {
          name: 'Salt & Pepper',
          description: 'Soft',
          material: '["Cotton & linen"]',
          is_active: true,
          price: 1299.9,
          original_price: null,
        },
        options: [],
        variants: [
          { row: 2, options: [], price: null, original_price: null, stock: 3, weight_grams: 250, sku: 'W-1' },
        ],
      },
    ]);
  });

  it('is read with only the columns chosen at the export, and with decimals from taxes', async () => {
    const { source, rows } = await readFile(
      'ID,Name,"In stock?",Stock,"Regular price"\n7,Tee,1,3,165.2893\n',
      [],
    );
    expect(source).toBe('woocommerce');
    expect(rows[0]?.set).toMatchObject({ name: 'Tee', price: 165.29 });
  });

  it('does not sell a variation without a price beside others that have one, and lists it', async () => {
    const { rows, warnings } = await readFile(
      'ID,Type,SKU,Name,Regular price,Stock,Parent,Attribute 1 name,Attribute 1 value(s)\n' +
        '1,variable,a,Tee,,,,Size,"S, M"\n2,variation,b,Tee - S,200,1,a,Size,S\n3,variation,c,Tee - M,,1,a,Size,M\n',
      [],
    );
    expect(rows[0]?.set.price).toBe(200);
    expect(rows[0]?.variants?.map(({ options, is_active: isSold }) => [options, isSold])).toEqual([
      [['S'], undefined],
      [['M'], false],
    ]);
    expect(warnings).toEqual([{ kind: 'unpriced', row: 4, text: 'Tee, M' }]);
  });

  it.each([
    ['an amount that is none', '1,simple,a,A,cheap,1,,,', { column: 'price', messageKey: 'csvNumber' }],
    ['pieces that are none', '1,simple,a,A,5,some,,,', { column: 'stock', messageKey: 'csvWhole' }],
    [
      'the SKU of another product',
      '1,simple,a,A,5,1,,,\n2,simple,A,B,5,1,,,',
      { row: 3, messageKey: 'csvSameSku', other: 2 },
    ],
    [
      'variations of nothing',
      '1,variable,a,A,,,,,\n2,variation,b,A,5,1,a,,',
      { messageKey: 'csvOptionName' },
    ],
    [
      'two variations that are alike',
      '1,variable,a,A,,,,Size,"S, M"\n2,variation,b,A,5,1,id:1,Size,S\n3,variation,c,A,5,1,a,Size,s',
      { at: 4, messageKey: 'csvSameVariant', other: 3, value: 's' },
    ],
  ])('is rejected where it has %s, and only there', async (_, lines, facts) => {
    const head = 'ID,Type,SKU,Name,Regular price,Stock,Parent,Attribute 1 name,Attribute 1 value(s)';
    const { rows, refused } = await readFile(`${head}\n${lines}\n9,simple,z,Fine,5,1,,,\n`, []);
    expect(rows.at(-1)).toMatchObject({ set: { name: 'Fine' } });
    expect(refused).toHaveLength(1);
    expect({ ...refused[0], ...refused[0]?.problem }).toMatchObject(facts);
  });
});

it('a product in stock without a number needs its pieces entered per variation, and one out of stock has none', async () => {
  const { rows, untracked, refused } = await readFile(
    [
      'ID,Type,Name,In stock?,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)',
      '1,variable,Suit,1,,,,Size,"1, 2"',
      '2,variation,Suit - 1,1,,1200,id:1,Size,1',
      '3,variation,Suit - 2,0,,1200,id:1,Size,2',
      '4,simple,Mug,1,,50,,,',
      '5,simple,Cap,1,7,50,,,',
      '6,simple,Pin,0,,50,,,',
      '7,simple,Tag,backorder,,50,,,',
      '8,variable,Shared,1,6,,,Size,"1, 2"',
      '9,variation,Shared - 1,1,parent,9,id:8,Size,1',
    ].join('\n'),
    [],
  );
  expect(refused).toEqual([]);
  expect([...(untracked ?? [])]).toEqual([3, 5, 8]);
  const stocks = withStock({ rows, untracked }, 4).map(({ set, variants }) => [
    set.name,
    variants?.map(({ stock }) => stock),
  ]);
  expect(stocks).toEqual([
    ['Suit', [4, 0]],
    ['Mug', [4]],
    ['Cap', [7]],
    ['Pin', [0]],
    ['Tag', [4]],
    ['Shared', [6]],
  ]);
});
