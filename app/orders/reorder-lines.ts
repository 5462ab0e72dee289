import type { Tenant } from '#app/brands/brand.ts';
import { cartLine } from '#app/cart/cart-line-of.ts';
import { type PriceRules, unitPrice } from '#app/cart/unit-price.ts';
import { printsOf, readDesign } from '#app/designer/design.ts';
import { garmentCartProduct } from '#app/designer/design-product.ts';
import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import type { Json } from '#app/lib/database.types.ts';
import { toPiastres } from '#app/lib/money.ts';
import { newId } from '#app/lib/new-id.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import type { Product } from '#app/product/product.ts';
import { variantColumns, variantsOf } from '#app/product/variants.ts';
import { isRemoved, type ReorderLine, type ReorderProduct, reorderLine } from './buy-again.ts';
import type { OrderLine } from './read-orders.ts';

/** Reads the current products of order lines. */
export async function readProductsOf(
  lines: readonly Pick<OrderLine, 'product_id'>[],
): Promise<ReorderProduct[]> {
  const ids = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))];
  if (ids.length === 0) return [];
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('products')
    .select(`*, category:categories(id, name, description, image, created_at, tenant_id), ${variantColumns}`)
    .eq('tenant_id', pageTenant())
    .eq('is_active', true)
    .in('id', ids);
  return dataOf(answer, 'Failed to fetch products').map((row) => ({
    ...normaliseProduct(row),
    variants: variantsOf(row),
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
      line.customization ? reorderDesign(line, products, rules) : reorderLine(line, products, flags),
    ),
  );
}

async function reorderDesign(
  ordered: OrderLine,
  products: readonly Product[],
  rules: PriceRules,
): Promise<ReorderLine> {
  const { name, quantity, color, size } = ordered;
  const stored = objectOf(ordered.customization);
  const document = objectOf(stored.design);
  const design = readDesign(document);
  const product = products.find(({ id }) => id === ordered.product_id);
  if (isRemoved(ordered, product)) return { name, kind: 'gone' };
  if (product && product.stock <= 0) return { name, kind: 'sold-out' };
  const prints = design ? printsOf(design) : null;
  const price = prints ? unitPrice(product ? toPiastres(product.price) : null, prints, rules) : null;
  if (!design || !prints || price === null) return { name, kind: 'design-gone' };
  const picture = await pictureOf(typeof stored.preview === 'string' ? stored.preview : '');
  const cartFields = product
    ? cartLine(
        { ...product, price: price / 100, images: [picture] },
        { color: color ?? '', size: size ?? '', type: '' },
      )
    : {
        product: garmentCartProduct(design.garment, price / 100, picture),
        ...(color ? { selectedColor: color } : {}),
        ...(size ? { selectedSize: size } : {}),
      };
  // The saved design may have changed since; use the ordered one.
  return {
    name,
    quantity,
    line: { ...cartFields, customizationId: newId(), prints, design: document },
  };
}

function objectOf(value: Json | undefined): { [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
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
