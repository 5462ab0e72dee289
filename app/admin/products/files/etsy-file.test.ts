import { expect, it } from 'vitest';
import { readTableText } from '../../ui/table-file/read-table-file.ts';
import { readFile as readTable } from './read-file.ts';

const readFile = async (content: string, attributes: Parameters<typeof readTable>[1]) =>
  readTable(await readTableText(content), attributes);

const head =
  'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,SKU';

it("Etsy's listings are read, with the quantity shared between their variations", async () => {
  const { source, rows, refused, unknown } = await readFile(
    `${head}\n"Stamp &#39;A&#39;","One\nTwo",240.00,EGP,5,"ink,wood","Rubber, Wood",https://i.example/a.jpg,,Custom Property,Size,"Small,Large","S-1,S-2"\nCard,,12.00,USD,4,,,,,,,,\n`,
    [],
  );
  expect([source, unknown]).toEqual(['etsy', []]);
  const variant = { row: 2, price: null, original_price: null };
  expect(rows).toEqual([
    {
      row: 2,
      set: {
        name: "Stamp 'A'",
        description: 'One\nTwo',
        material: '["Rubber","Wood"]',
        tags: ['ink', 'wood'],
        images: ['https://i.example/a.jpg'],
        price: 240,
        original_price: null,
      },
      options: [{ name: 'Size', kind: 'size', values: ['Small', 'Large'] }],
      variants: [
        { ...variant, options: ['Small'], stock: 3, sku: 'S-1' },
        { ...variant, options: ['Large'], stock: 2, sku: 'S-2' },
      ],
    },
  ]);
  expect(refused).toEqual([
    { row: 3, name: 'Card', column: 'price', problem: { messageKey: 'csvCurrency', value: 'USD' } },
  ]);
});
