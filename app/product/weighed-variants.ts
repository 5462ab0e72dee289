import { fields, numeric } from './parse-values.ts';
import { optionColumns, type Variant, variantFields, variantsOf } from './variants.ts';

/** Embeds what `weighedVariants` needs in a select. */
export const weighedColumns = `${optionColumns}, product_variants(${variantFields}, weight_grams)` as const;

/** Parses a product row's variants with their weights, which only delivery costs depend on. */
export function weighedVariants(row: Record<string, unknown>): Variant[] {
  const rows = Array.isArray(row.product_variants) ? row.product_variants : [];
  return variantsOf(row).map((variant, index) => {
    const grams = numeric(fields(rows[index]).weight_grams, 0);
    return grams > 0 ? { ...variant, grams } : variant;
  });
}
