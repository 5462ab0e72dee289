import { attributeValues } from '#app/product/attributes.ts';
import { writeValue } from '../../attributes/attribute-text.ts';
import { guardCell, unguardCell } from '../../ui/table-file/cell-guard.ts';
import type { RowOutcome } from './import-data.ts';
import { optionWordCells } from './option-words.ts';
import { storeHeadings } from './own-file.ts';
import {
  clearingCell,
  type FileProduct,
  type ProductsForFile,
  type StoredVariant,
  valueColumns,
  writeAlts,
} from './product-file-columns.ts';
import { type ReadFile, reasonColumn } from './read-file.ts';
import { categoryCells, translatedCells } from './translated-columns.ts';
import { costHeading, optionPlaces, variantFileColumns } from './variant-columns.ts';

/** Makes spreadsheets read Arabic as UTF-8. */
const byteOrderMark = '\ufeff';

/**
 * Formats products as a file that `readFile` reads: one line per variant, the first with the product's
 * columns.
 */
export async function writeFile({ products, attributes, seesCosts }: ProductsForFile): Promise<string> {
  const { unparse } = await import('papaparse');
  const rows = products.flatMap((product) => {
    const values = attributeValues(product.attributes);
    const productCells = [
      product.category,
      ...categoryCells(product),
      ...Object.values(valueColumns).map(({ write }) => write(product)),
      writeAlts(product),
      ...translatedCells(product),
      ...attributes.map(({ id }) => writeValue(values[id])),
    ];
    return product.variants.map((variant, index) => [
      product.id,
      product.name,
      ...(index === 0 ? productCells : productCells.map(() => '')),
      ...variantCells(product, variant),
    ]);
  });
  const headings = storeHeadings(attributes);
  const isForThem = (_: string, index: number) => seesCosts || headings[index] !== costHeading;
  return (
    byteOrderMark +
    unparse({
      fields: headings.filter(isForThem),
      data: rows.map((row) => row.filter(isForThem).map(guardCell)),
    })
  );
}

/** Returns the cells of a variant; for a product without options, those equal to the product's stay empty. */
function variantCells({ options }: FileProduct, variant: StoredVariant): string[] {
  const values = [variant.option1, variant.option2, variant.option3];
  const isDefault = options.length === 0 && variant.is_active;
  return [
    ...optionPlaces.flatMap((place) => [options[place - 1]?.name ?? '', values[place - 1] ?? '']),
    ...Object.entries(variantFileColumns).map(([heading, { write }]) =>
      isDefault && (heading === 'variant_stock' || heading === 'sold') ? '' : write(variant),
    ),
    ...optionWordCells({ options }, values),
  ];
}

/** Returns an original cell, guarded if a spreadsheet would evaluate it. */
const originalCell = (cell: string) =>
  cell.trim() === clearingCell || unguardCell(cell) !== cell ? cell : guardCell(cell);

/** Creates a file of the refused products' lines with the reason first, to correct and import again. */
export async function refusedFile(file: ReadFile, outcomes: readonly RowOutcome[]): Promise<string> {
  const { unparse } = await import('papaparse');
  const keptColumns = file.head.flatMap((heading, index) =>
    heading.trim().toLowerCase() === reasonColumn ? [] : [index],
  );
  const rows = outcomes.flatMap(({ row, outcome, column, message }) => {
    if (outcome !== 'refused') return [];
    const reason = column ? `${column}: ${message ?? ''}` : (message ?? '');
    return (file.lines.get(row) ?? [row]).flatMap((line, index) => {
      const cells = file.cells.get(line);
      if (!cells) return [];
      const kept = [...keptColumns.map((column) => cells[column] ?? ''), ...cells.slice(file.head.length)];
      return [[index === 0 ? guardCell(reason) : '', ...kept.map(originalCell)]];
    });
  });
  const heads = [reasonColumn, ...keptColumns.map((index) => file.head[index] ?? '')];
  return byteOrderMark + unparse([heads, ...rows]);
}
