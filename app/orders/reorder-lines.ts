import type { Tenant } from '#app/brands/brand.ts';
import type { PriceRules } from '#app/cart/unit-price.ts';
import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import { weighedColumns, weighedVariants } from '#app/product/weighed-variants.ts';
import { type ReorderLine, type ReorderProduct, reorderLine } from './buy-again.ts';
import type { OrderLine } from './read-orders.ts';
import { reorderDesign } from './reorder-design.ts';

/** Reads the current products of order lines. */
export async function readProductsOf(
  lines: readonly Pick<OrderLine, 'product_id'>[],
): Promise<ReorderProduct[]> {
  const ids = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))];
  if (ids.length === 0) return [];
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('products')
    .select(
      `*, category:categories(id, name, description, image, created_at, tenant_id, translations), ${weighedColumns}`,
    )
    .eq('tenant_id', pageTenant())
    .eq('is_active', true)
    .in('id', ids);
  return dataOf(answer, 'Failed to fetch products').map((row) => ({
    ...normaliseProduct(row),
    variants: weighedVariants(row),
  }));
}

/**
 * Converts an order's lines to cart lines at current prices, with designs as ordered.
 * @throws BackendError
 */
export async function readReorderLines(
  lines: readonly OrderLine[],
  flags: Tenant['productsOptions'],
  rules: PriceRules,
): Promise<ReorderLine[]> {
  const products = await readProductsOf(lines);
  return Promise.all(
    lines.map((line) =>
      line.customization
        ? withPicture(reorderDesign(line, products, flags, rules), line)
        : reorderLine(line, products, flags),
    ),
  );
}

/** Adds the picture of an ordered design to its cart line. */
async function withPicture(reordered: ReorderLine, { customization }: OrderLine): Promise<ReorderLine> {
  if ('kind' in reordered) return reordered;
  const picture = await pictureOf(customization?.preview ?? '');
  const { line } = reordered;
  return { ...reordered, line: { ...line, product: { ...line.product, images: [picture] } } };
}

async function pictureOf(path: string): Promise<string> {
  if (!path) return '';
  const supabase = await loadSupabase();
  const { data } = await supabase.storage.from('designs').download(path);
  return data ? dataAddress(data) : '';
}

function dataAddress(file: Blob): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(new BackendError({ message: 'A picture cannot be read' }));
    reader.readAsDataURL(file);
  });
}
