import { useMemo, useState } from 'react';
import { data, useRevalidator } from 'react-router';
import { requireUser } from '#app/auth/guards.ts';
import { productsWords } from '#app/messages/en/admin-products.ts';
import { useWords } from '#app/messages/use-words.ts';
import { pageMeta } from '#app/shell/seo.ts';
import { toast, toastName } from '#app/ui/toast.ts';
import { AdminError } from '../admin-error.tsx';
import { readCategories } from '../categories/categories-data.ts';
import { ListSkeleton } from '../list-skeleton.tsx';
import { refusalOf } from '../refusal.ts';
import type { Route } from './+types/edit-product.route.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { conflicts, type FormField, merged } from './form-conflict.ts';
import { isId } from './list-filter.ts';
import { ProductEditor } from './product-editor.tsx';
import { filledForm, type ProductForm } from './product-form.ts';
import { ProductHead } from './product-head.tsx';
import { readMovements } from './read-movements.ts';
import { readProduct, type StoredProduct } from './read-products.ts';
import { saveProduct } from './save-product.ts';
import { StockPanel } from './stock-panel.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: args.loaderData?.product.name ?? productsWords.title });
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireUser(request, 'admin');
  const [product, categories, movements] = await Promise.all([
    readProduct(params.id),
    readCategories(),
    isId(params.id) ? readMovements(params.id) : [],
  ]);
  if (!product) throw data(null, { status: 404 });
  return { product, categories, movements };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

type Conflict = { mine: ProductForm; theirs: StoredProduct };

export default function EditProduct({ loaderData }: Route.ComponentProps) {
  const { product, categories, movements } = loaderData;
  const t = useWords(productsWords);
  const { revalidate } = useRevalidator();
  const [opened, setOpened] = useState(product);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  // A newer version is not shown over what somebody is typing; saving finds it.
  const stale = opened.id !== product.id || (!conflict && !dirty && opened.version !== product.version);
  if (stale) setOpened(product);
  const start = useMemo(() => filledForm(opened), [opened]);

  const save = async (form: ProductForm, version = opened.version) => {
    if (await saveProduct(opened.id, version, form)) {
      setConflict(null);
      setDirty(false);
      toast({ title: t('saved', { name: toastName(form.name) }) });
      await revalidate();
      return null;
    }
    const theirs = await readProduct(opened.id);
    if (!theirs) throw new Error(t('deletedMeanwhile'));
    setConflict({ mine: form, theirs });
    return null;
  };
  const resolve = async ({ mine, theirs }: Conflict, kept: FormField[]) => {
    setBusy(true);
    try {
      await save(merged(filledForm(theirs), mine, kept), theirs.version);
    } catch (error) {
      toast({ title: t('saveFailed'), description: refusalOf(error), variant: 'destructive' });
    }
    setBusy(false);
  };

  return (
    <div className="grid max-w-4xl gap-6">
      <ProductHead product={opened} />
      {conflict ? (
        <ConflictPanel
          key={conflict.theirs.version}
          conflicts={conflicts(start, conflict.mine, filledForm(conflict.theirs))}
          categories={categories}
          busy={busy}
          onResolve={(kept) => void resolve(conflict, kept)}
        />
      ) : null}
      <StockPanel id={product.id} stock={product.stock} movements={movements} />
      <ProductEditor
        key={`${opened.id} ${opened.version}`}
        start={start}
        categories={categories}
        onDirty={setDirty}
        onSave={(form) => save(form)}
      />
    </div>
  );
}
