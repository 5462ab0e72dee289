import { useMemo, useRef } from 'react';
import { href, useLocation, useNavigate } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import adminProductsMessages from '#app/i18n/messages/en/admin-products.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { metaTranslations, pageMeta } from '#app/lib/seo.ts';
import { toastName } from '#app/ui/toast.ts';
import { readAttributes } from '../attributes/attributes-data.ts';
import { readCategories } from '../categories/categories-data.ts';
import { AdminError } from '../kit/admin-error.tsx';
import { ListSkeleton } from '../kit/list/list-skeleton.tsx';
import type { Route } from './+types/new-product.route.ts';
import { readProduct } from './data/read-products.ts';
import { addProduct } from './data/save-product.ts';
import { ProductEditor } from './edit/product-editor.tsx';
import { type ProductForm, productFormValues } from './model/product-form.ts';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: metaTranslations(args, 'admin-products', adminProductsMessages)('newTitle'),
  });
}

/** With `?from={id}` the form starts as a copy of that product. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireUser(request, 'admin');
  const [categories, attributes, model] = await Promise.all([
    readCategories(),
    readAttributes(),
    readProduct(url.searchParams.get('from') ?? ''),
  ]);
  return { categories, attributes, model };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

export default function NewProduct({ loaderData: { categories, attributes, model } }: Route.ComponentProps) {
  const t = useTranslations('admin-products', adminProductsMessages);
  const navigate = useNavigate();
  const { state } = useLocation();
  const start = useMemo(() => productFormValues(model ?? undefined), [model]);
  const added = useRef('');
  const add = async (form: ProductForm) => {
    added.current = await addProduct(form, attributes);
    return null;
  };
  return (
    <div className="grid max-w-4xl gap-6">
      <h1 className="text-heading">{t('newTitle')}</h1>
      <ProductEditor
        product={null}
        start={start}
        categories={categories}
        attributes={attributes}
        write={add}
        saved={({ name }) => t('added', { name: toastName(name) })}
        after={() =>
          void navigate(href('/admin/products/edit/:id', { id: added.current }), { replace: true, state })
        }
      />
    </div>
  );
}
