import { data } from 'react-router';
import { useCart } from '#app/cart/cart-store.ts';
import { readProduct } from '#app/catalog/data/read-product.ts';
import { garmentTypeOf } from '#app/garments/types.ts';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { storeContext } from '#app/lib/context.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { loadRoot } from '#app/store/load-root.ts';
import { pageMeta } from '#app/store/seo.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { type FailedLoad, LoadFailed } from '#app/ui/load-failed.tsx';
import { NeedsScript } from '#app/ui/needs-script.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/customize.ts';

const Designer = lazyWithRetry(() => import('#app/designer/designer.tsx'), {
  Waiting: DesignerSkeleton,
  Failed: DesignerFailed,
});

export const handle = { query: ['product', 'garment'] } satisfies RouteHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
  const store = context.get(storeContext);
  const { settings } = await loadRoot(store);
  if (!settings.customization.enabled) throw data(null, { status: 404 });
  const id = url.searchParams.get('product');
  const productData = id ? await readProduct(store, id) : null;
  if (id && !productData) throw data(null, { status: 404 });
  const garment = url.searchParams.get('garment');
  return {
    product: productData?.product ?? null,
    variants: productData?.variants ?? [],
    garment: garment ? garmentTypeOf(garment) : null,
  };
}

export function meta(args: Route.MetaArgs) {
  const t = customizeTexts();
  return pageMeta(args, {
    name: t('title'),
    description: t('description'),
    path: '/customize',
  });
}

export default function Customize({ loaderData }: Route.ComponentProps) {
  const t = customizeTexts();
  const { product, variants, garment } = loaderData;
  const { designer: layout } = useShoppingLook();
  const { copy } = useShoppingLook();
  // Like a cart, a design belongs to a person, who is known only after hydration.
  const ready = useCart((state) => state.ready);
  const userId = useCart((state) => state.userId);
  return (
    <div className={layout.page}>
      <div className={layout.head}>
        <h1 className={layout.title}>{t('title')}</h1>
        <p className="text-ink-soft">
          {product ? t('introOn', { name: product.name }) : (copy.designerText ?? t('intro'))}
        </p>
      </div>
      {ready ? (
        <Designer
          key={`${userId} ${product?.id}`}
          product={product}
          variants={variants}
          garment={garment}
          userId={userId}
        />
      ) : (
        <DesignerSkeleton />
      )}
    </div>
  );
}

function DesignerFailed(failure: FailedLoad) {
  const t = customizeTexts();
  return <LoadFailed {...failure} title={t('loadFailed')} />;
}

function DesignerSkeleton() {
  const t = customizeTexts();
  return (
    <>
      <NeedsScript />
      <div
        role="status"
        aria-label={t('preparing')}
        className="grid items-start gap-8 lg:grid-cols-[1fr_25rem] noscript:hidden"
      >
        <Skeleton className="aspect-square w-full" />
        <Skeleton className="h-160" />
      </div>
    </>
  );
}
