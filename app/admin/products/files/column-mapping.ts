import type { ShownColumn } from '../../ui/table-file/column-matching.tsx';
import type { ColumnMapping } from '../../ui/table-file/columns.ts';
import type { FileTable } from './file-table.ts';
import { englishHeading } from './woocommerce-headings.ts';

/** Returns the columns of a file with their first values. */
export function columnsIn({ head, columns, lines }: FileTable): ShownColumn[] {
  return head.flatMap((heading, index) => {
    const key = columns[index] ?? '';
    const sample = lines.map(({ cells }) => (cells[index] ?? '').trim()).find(Boolean) ?? '';
    return key ? [{ key, heading, sample }] : [];
  });
}

/** The store's columns by their names in other systems. */
const synonyms: Readonly<Record<string, string>> = {
  ...{
    title: 'name',
    product: 'name',
    product_name: 'name',
    item: 'name',
    المنتج: 'name',
    اسم_المنتج: 'name',
  },
  ...{ regular_price: 'price', selling_price: 'price', السعر: 'price', سعر: 'price', سعر_البيع: 'price' },
  ...{ compare_at_price: 'original_price', old_price: 'original_price', السعر_قبل_الخصم: 'original_price' },
  ...{ quantity: 'stock', qty: 'stock', inventory: 'stock', الكمية: 'stock' },
  ...{ categories: 'category', القسم: 'category', short_description: 'description' },
  ...{
    brands: 'brand',
    vendor: 'brand',
    الماركة: 'brand',
    image: 'images',
    image_url: 'images',
    photo: 'images',
  },
  ...{ keywords: 'tags', الوسوم: 'tags', الكلمات_المفتاحية: 'tags' },
  ...{ page_title: 'seo_title', meta_title: 'seo_title', عنوان_صفحة_المنتج: 'seo_title' },
  ...{
    page_description: 'seo_description',
    meta_description: 'seo_description',
    وصف_صفحة_المنتج: 'seo_description',
  },
  ...{ product_url: 'old_paths', permalink: 'old_paths', url: 'old_paths', رابط_المنتج: 'old_paths' },
  ...{ 'gtin,_upc,_ean,_or_isbn': 'barcode', ean: 'barcode', upc: 'barcode', code: 'sku' },
};

/** Suggests a store column for each column of a file, each at most once. */
export function suggestMapping(columns: readonly ShownColumn[], known: readonly string[]): ColumnMapping {
  const used = new Set<string>();
  return Object.fromEntries(
    columns.map(({ key: column }) => {
      const english = englishHeading(column);
      const target = [column, english, synonyms[column], synonyms[english]].find(
        (candidate) => candidate !== undefined && known.includes(candidate) && !used.has(candidate),
      );
      if (target) used.add(target);
      return [column, target ?? ''];
    }),
  );
}
