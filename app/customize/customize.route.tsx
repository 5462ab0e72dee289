import { useEffect, useState } from 'react';
import { data } from 'react-router';
import { readProduct } from '#app/catalog/data/read-product.ts';
import { storefrontContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { customizeWords } from '#app/messages/en/customize.ts';
import { useWords } from '#app/messages/use-words.ts';
import { loadRoot } from '#app/shell/load-root.ts';
import { rootDataOf } from '#app/shell/root-data.ts';
import { metaWords, pageMeta } from '#app/shell/seo.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { latePart, Part } from '#app/ui/part.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/customize.route.ts';
import { garmentTypeOf } from './garments/types.ts';

const designer = latePart(async () => ({ default: (await import('./designer.tsx')).Designer }));

export const handle = { query: ['product', 'garment'] } satisfies RouteHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
  const store = context.get(storefrontContext);
  const { settings } = rootDataOf(await loadRoot(store));
  if (!settings.customization.enabled) throw data(null, { status: 404 });
  const id = url.searchParams.get('product');
  const found = id ? await readProduct(store, id) : null;
  if (id && !found) throw data(null, { status: 404 });
  const garment = url.searchParams.get('garment');
  return { product: found?.product ?? null, garment: garment ? garmentTypeOf(garment) : null };
}

export function meta(args: Route.MetaArgs) {
  const t = metaWords(args, customizeWords);
  return pageMeta(args, {
    name: t('title'),
    description: t('description'),
    path: '/customize',
  });
}

export default function Customize({ loaderData }: Route.ComponentProps) {
  const t = useWords(customizeWords);
  const { product, garment } = loaderData;
  // The server has no canvas to draw on.
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const preparing = <DesignerSkeleton label={t('preparing')} />;

  return (
    <div className="column py-6 md:py-10">
      <div className="mb-6 grid max-w-2xl gap-2">
        <h1 className="text-title">{t('title')}</h1>
        <p className="text-ink-soft">{product ? t('introOn', { name: product.name }) : t('intro')}</p>
      </div>
      {awake ? (
        <Part
          key={product?.id ?? 'own'}
          part={designer}
          props={{ product, garment }}
          waiting={preparing}
          missing={(retry) => <ErrorState title={t('loadFailed')} onRetry={retry} />}
        />
      ) : (
        preparing
      )}
    </div>
  );
}

function DesignerSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid items-start gap-8 lg:grid-cols-[1fr_25rem]">
      <Skeleton className="aspect-square w-full" />
      <Skeleton className="h-160" />
    </div>
  );
}
