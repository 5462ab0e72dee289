import { guarded } from './cell-guard.ts';
import { type FileProduct, fileColumns, valueColumns, writeAlts } from './product-columns.ts';

/** Lets spreadsheets read Arabic right. */
export const byteOrderMark = '\ufeff';

/** A file of products that `readFile` reads back. */
export async function writeFile(products: readonly FileProduct[]): Promise<string> {
  const { unparse } = await import('papaparse');
  const rows = products.map((product) => [
    product.id,
    product.name,
    product.category,
    ...Object.values(valueColumns).map(({ write }) => write(product)),
    writeAlts(product),
  ]);
  return byteOrderMark + unparse({ fields: fileColumns, data: rows.map((row) => row.map(guarded)) });
}
