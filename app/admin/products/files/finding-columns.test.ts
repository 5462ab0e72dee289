import { expect, it } from 'vitest';
import { readTableText } from '../../ui/table-file/read-table-file.ts';
import { readFile } from './read-file.ts';

const foundBy = async (content: string) => {
  const { rows, unknown } = readFile(await readTableText(content), []);
  const { tags, seo_title, seo_description, old_paths } = rows[0]?.set ?? {};
  return { tags, seo_title, seo_description, old_paths, unknown };
};

it.each([
  [
    'Shopify',
    'Handle,Title,Variant Price,Tags,SEO Title,SEO Description\nblack-hoodie,Hoodie,90,"winter, Cotton, WINTER",Black hoodie,Warm & soft',
    { tags: ['WINTER', 'Cotton'], seo_description: 'Warm & soft', old_paths: ['/products/black-hoodie'] },
  ],
  [
    'WooCommerce with Yoast and a column of slugs',
    'ID,Type,Name,Regular price,Tags,Slug,Meta: _yoast_wpseo_title,Meta: _yoast_wpseo_metadesc\n1,simple,Hoodie,90,"winter, A\\, B",black-hoodie,Black hoodie,Warm',
    { tags: ['winter', 'A', 'B'], seo_description: 'Warm', old_paths: ['/product/black-hoodie'] },
  ],
  [
    'WooCommerce in Arabic with Rank Math and whole addresses',
    'المُعرف,النوع,الاسم,السعر الافتراضي,الوسوم,Permalink,Meta: rank_math_title,Meta: rank_math_description\n1,simple,هودي,90,"شتاء, قطن",https://old.example/منتج/هودي/,Black hoodie,دافئ',
    { tags: ['شتاء', 'قطن'], seo_description: 'دافئ', old_paths: ['https://old.example/منتج/هودي/'] },
  ],
  [
    'Magento',
    'sku,product_type,store_view_code,name,price,url_key,meta_title,meta_description\nH,simple,,Hoodie,90,black-hoodie,Black hoodie,Warm',
    { tags: undefined, seo_description: 'Warm', old_paths: ['/black-hoodie.html'] },
  ],
  [
    'the store',
    'name,price,is_active,tags,seo_title,seo_description,old_paths\nHoodie,90,yes,"winter، قطن",Black hoodie,Warm,"/products/a\n/product/b"',
    { tags: ['winter', 'قطن'], seo_description: 'Warm', old_paths: ['/products/a', '/product/b'] },
  ],
])('tags, texts for search engines and the old address come along from %s', async (_, content, found) => {
  expect(await foundBy(content)).toEqual({ seo_title: 'Black hoodie', ...found, unknown: [] });
});

it('a plugin’s template is not imported as a search engine text', async () => {
  const head = 'ID,Type,Name,Regular price,Meta: _yoast_wpseo_title,Meta: rank_math_description';
  const found = await foundBy(`${head}\n1,simple,Hoodie,90,%%title%% %%sep%% %%sitename%%,%excerpt%`);
  expect(found).toMatchObject({ seo_title: undefined, seo_description: undefined, unknown: [] });
});

it('texts that are too long are cut or left out, and do not reject the product', async () => {
  const found = await foundBy(
    `Handle,Title,Variant Price,Tags,SEO Title\n${'h'.repeat(600)},Hoodie,90,"${'t'.repeat(256)}, ok",${'s'.repeat(300)}`,
  );
  expect(found).toMatchObject({ tags: ['ok'], seo_title: 's'.repeat(200), old_paths: undefined });
});
