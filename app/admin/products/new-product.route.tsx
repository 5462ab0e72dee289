import { requireCapability } from '#app/auth/guards.ts';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { pageMeta } from '#app/store/seo.ts';
import { readTranslatedAttributes } from '../attributes/attributes-data.ts';
import { readListedCategories } from '../categories/categories-data.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import type { Route } from './+types/new-product.route.ts';
import { readAdminProduct } from './data/read-admin-products.ts';
import { NewProductEditor } from './edit/new-product-editor.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: adminProductsTexts()('newTitle'),
  });
}

/** With `?from={id}` the form starts as a copy of that product. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/products/new']);
  const [categories, attributes, source] = await Promise.all([
    readListedCategories(),
    readTranslatedAttributes(),
    readAdminProduct(url.searchParams.get('from') ?? ''),
  ]);
  return { categories, attributes, source };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

export default function NewProductPage({ loaderData }: Route.ComponentProps) {
  const t = adminProductsTexts();
  return (
    <div className="grid gap-6">
      <h1 className="text-heading">{t('newTitle')}</h1>
      <NewProductEditor {...loaderData} />
    </div>
  );
}
