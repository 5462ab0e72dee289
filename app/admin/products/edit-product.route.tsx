import { useEffect } from 'react';
import { data, useLocation } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { isRowId } from '#app/lib/row-id.ts';
import { pageMeta } from '#app/store/seo.ts';
import { readTranslatedAttributes } from '../attributes/attributes-data.ts';
import { readListedCategories } from '../categories/categories-data.ts';
import { useOpenResource } from '../live/presence.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import type { Route } from './+types/edit-product.route.ts';
import { readAdminProduct } from './data/read-admin-products.ts';
import { readMovements } from './data/read-movements.ts';
import { ProductEditor } from './edit/product-editor.tsx';
import { ProductHead } from './edit/product-head.tsx';
import { StockPanel } from './edit/stock-panel.tsx';
import { VariantsEditor } from './variants/variants-editor.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: args.loaderData ? translatedRow(args.loaderData.product).name : adminProductsTexts()('title'),
  });
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/products/edit/:id']);
  const [product, categories, attributes, movements] = await Promise.all([
    readAdminProduct(params.id),
    readListedCategories(),
    readTranslatedAttributes(),
    isRowId(params.id) ? readMovements(params.id) : [],
  ]);
  if (!product) throw data(null, { status: 404 });
  return { product, categories, attributes, movements };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError of="product" />;
}

export default function EditProduct({ loaderData }: Route.ComponentProps) {
  const { product, categories, attributes, movements } = loaderData;
  // The deals page edits the same product in a dialog, so share that it is open here.
  useOpenResource(`product ${product.id}`, 'onPage');
  useScrollToHash();

  return (
    <div className="grid gap-6 *:max-w-4xl">
      <ProductHead product={translatedRow(product)} />
      <StockPanel product={product} movements={movements} />
      <ProductEditor key={product.id} product={product} categories={categories} attributes={attributes} />
      <VariantsEditor key={`variants ${product.id}`} product={product} />
    </div>
  );
}

/** Scrolls to the section named by the URL's hash, once it has rendered and after each link to it. */
function useScrollToHash(): void {
  const location = useLocation();
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [location]);
}
