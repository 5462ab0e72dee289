import { expect, it } from 'vitest';
import { readTableText } from '../../ui/table-file/read-table-file.ts';
import { readFile as readTable } from './read-file.ts';

const readFile = async (content: string, attributes: Parameters<typeof readTable>[1]) =>
  readTable(await readTableText(content), attributes);

const head =
  'sku,store_view_code,attribute_set_code,product_type,categories,name,description,weight,product_online,price,special_price,special_price_to_date,base_image,qty,additional_attributes,configurable_variations,configurable_variation_labels';

it("Magento's export: a configurable product gets the simple products it names as variants", async () => {
  const read = await readFile(
    [
      head,
      'TEE-S,,Default,simple,"Default Category/Men/Tees",Tee S,,0.2500,1,120.0000,,,/t/s.jpg,12.0000,"size=S",,',
      'TEE-M,,Default,simple,"Default Category/Men/Tees",Tee M,,"0,3",1,135.5000,,,,0.0000,"size=M",,',
      'TEE,,Default,configurable,"Default Category/Men/Tees,Default Category/New",Tee &amp; more,"<p>Soft</p><ul><li>One</li></ul>",,1,120.0000,,,https://old.example/t.jpg,0.0000,,"sku=TEE-S,size=S|sku=TEE-M,size=M|sku=GONE,size=L",size=Size',
      'TEE,fr,Default,configurable,,Le tee,,,1,,,,,,,,',
      'MUG,,Default,simple,,Mug,,,2,90.0000,70.0000,1/31/20,,5.0000,,,',
      'SET,,Default,bundle,,Set,,,1,90.0000,,,,5.0000,,,',
    ].join('\n'),
    [],
  );
  expect(read.source).toBe('magento');
  const prices = { price: null, original_price: null };
  expect(read.rows).toEqual([
    {
      row: 4,
      category: 'Tees',
      set: {
        name: 'Tee & more',
        description: 'Soft\n• One',
        is_active: true,
        images: ['https://old.example/t.jpg'],
        price: 120,
        original_price: null,
      },
      options: [{ name: 'Size', kind: 'size', values: ['S', 'M'] }],
      variants: [
        { row: 2, options: ['S'], ...prices, stock: 12, weight_grams: 250, sku: 'TEE-S' },
        { row: 3, options: ['M'], ...prices, price: 135.5, stock: 0, weight_grams: 300, sku: 'TEE-M' },
      ],
    },
    {
      row: 6,
      set: { name: 'Mug', is_active: false, price: 90, original_price: null },
      options: [],
      variants: [{ row: 6, options: [], ...prices, stock: 5, sku: 'MUG' }],
    },
  ]);
  expect(read.refused).toEqual([{ row: 7, name: 'Set', column: '', problem: { messageKey: 'csvKind' } }]);
  expect(read.warnings).toEqual([]);
});

it("Magento's pictures without a web address are left out with a warning", async () => {
  const { rows, warnings } = await readFile(`${head}\nA,,Default,simple,,Cap,,,1,5,,,/c/cap.jpg,1,,,\n`, []);
  expect(rows[0]?.set).not.toHaveProperty('images');
  expect(warnings).toEqual([{ kind: 'unaddressed', row: 2, text: '/c/cap.jpg' }]);
});
