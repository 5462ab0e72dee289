import { useState } from 'react';
import { data, useRevalidator } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import { productsWords } from '#app/messages/en/admin-products.ts';
import { useWords } from '#app/messages/use-words.ts';
import { pageMeta } from '#app/shell/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { toast, toastName } from '#app/ui/toast.ts';
import { AdminError } from '../admin-error.tsx';
import { readCategories } from '../categories/categories-data.ts';
import { ListSkeleton } from '../list-skeleton.tsx';
import type { Route } from './+types/edit-product.route.ts';
import { ProductEditor } from './product-editor.tsx';
import { filledForm, type ProductForm } from './product-form.ts';
import { readProduct } from './read-products.ts';
import { saveProduct } from './save-product.ts';
import { StockPanel } from './stock-panel.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: args.loaderData?.product.name ?? productsWords.title });
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireUser(request, 'admin');
  const [product, categories] = await Promise.all([readProduct(params.id), readCategories()]);
  if (!product) throw data(null, { status: 404 });
  return { product, categories };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

export default function EditProduct({ loaderData: { product, categories } }: Route.ComponentProps) {
  const t = useWords(productsWords);
  const { revalidate } = useRevalidator();
  const [opened, setOpened] = useState(product);
  const [conflict, setConflict] = useState(false);
  const stale = opened.id !== product.id || (!conflict && opened.version !== product.version);
  if (stale) setOpened(product);

  const save = async (form: ProductForm) => {
    if (!(await saveProduct(opened.id, opened.version, form))) {
      setConflict(true);
      return null;
    }
    toast({ title: t('saved', { name: toastName(form.name) }) });
    await revalidate();
    return null;
  };
  const loadTheirs = async () => {
    await revalidate();
    setConflict(false);
  };

  return (
    <div className="grid max-w-4xl gap-6">
      <h1 className="text-heading">{opened.name}</h1>
      {conflict ? (
        <div
          role="alert"
          className="grid justify-items-start gap-3 rounded-card bg-warning-tint p-4 text-warning-text"
        >
          <p className="font-semibold">{t('conflict')}</p>
          <p>{t('conflictWhy')}</p>
          <Button variant="outline" onClick={() => void loadTheirs()}>
            {t('loadTheirs')}
          </Button>
        </div>
      ) : null}
      <StockPanel id={product.id} stock={product.stock} />
      <ProductEditor
        key={`${opened.id} ${opened.version}`}
        start={filledForm(opened)}
        categories={categories}
        onSave={save}
      />
    </div>
  );
}
