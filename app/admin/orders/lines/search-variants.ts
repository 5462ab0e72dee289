import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { valuesInWords } from '#app/product/variants.ts';
import { containsCondition, foldedPattern } from '../../ui/list/search-pattern.ts';

/** A variant that can be ordered; `price` is pounds before discounts. */
export type FoundVariant = {
  id: string;
  name: string;
  /** Its option values, such as "Black · M". */
  options: string;
  sku: string;
  price: number;
  stock: number;
};

/** Maximum number of products found, and of variants shown. */
const mostProducts = 8;
const mostVariants = 30;

const variantColumns = 'id, option1, option2, option3, sku, price, stock, position' as const;

const productColumns = 'name, price, translations, product_options (position, translations)' as const;

type StoredVariant = {
  id: string;
  option1: string;
  option2: string;
  option3: string;
  sku: string | null;
  price: number | null;
  stock: number;
};

type StoredProduct = {
  name: string;
  price: number | null;
  translations: unknown;
  product_options: { position: number; translations: unknown }[];
};

/** Converts a variant, with names in the page's language. */
const foundVariant = (variant: StoredVariant, product: StoredProduct): FoundVariant => ({
  id: variant.id,
  name: translatedRow(product).name,
  options: valuesInWords(variant, product.product_options).join(' · '),
  sku: variant.sku ?? '',
  price: variant.price ?? product.price ?? 0,
  stock: variant.stock,
});

/**
 * Searches variants on sale: first by SKU or barcode, then by product name, brand or tag.
 * @throws BackendError
 */
export async function searchVariants(text: string): Promise<FoundVariant[]> {
  const supabase = await loadSupabase();
  const [byCode, byName] = await Promise.all([
    supabase
      .from('product_variants')
      .select(`${variantColumns}, products!inner (${productColumns})`)
      .eq('tenant_id', pageTenant())
      .eq('is_active', true)
      .eq('products.is_active', true)
      .or(containsCondition(['sku', 'barcode'], text))
      .order('sku')
      .limit(mostProducts),
    supabase
      .from('products')
      .select(`${productColumns}, product_variants (${variantColumns})`)
      .eq('tenant_id', pageTenant())
      .eq('is_active', true)
      .eq('product_variants.is_active', true)
      .like('search_text', foldedPattern(text))
      .order('name')
      .order('position', { referencedTable: 'product_variants' })
      .limit(mostProducts),
  ]);
  const found = [
    ...dataOf(byCode).map((variant) => foundVariant(variant, variant.products)),
    ...dataOf(byName).flatMap((product) =>
      product.product_variants.map((variant) => foundVariant(variant, product)),
    ),
  ];
  return [...new Map(found.map((variant) => [variant.id, variant])).values()].slice(0, mostVariants);
}
