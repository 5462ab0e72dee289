import { Heart } from 'lucide-react';
import { href } from 'react-router';
import { AccountFrame } from '#app/account/account-frame.tsx';
import { requireUser } from '#app/auth/guards.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { wishlistCard } from '#app/catalog/card/card-product.ts';
import { ProductCard } from '#app/catalog/card/product-card.tsx';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { pageMeta } from '#app/store/seo.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { BrandEmptyState } from '#app/ui/empty-state.tsx';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import { MoveToCart } from '#app/wishlist/move-to-cart.tsx';
import { readWishlistProducts } from '#app/wishlist/wishlist-actions.ts';
import { readWishlistRows } from '#app/wishlist/wishlist-data.ts';
import { useWishlist } from '#app/wishlist/wishlist-store.ts';
import type { Route } from './+types/wishlist.ts';
import { AccountError } from './account-error.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: accountTexts()('wishlist') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireUser(request);
  const supabase = await loadSupabase();
  const owner = { tenantId: pageTenant(), userId: user.id };
  const products = await readWishlistProducts(user.id, () => readWishlistRows(supabase, owner));
  return { user, products };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSpinner;
export const ErrorBoundary = AccountError;

export default function Wishlist({ loaderData }: Route.ComponentProps) {
  const t = accountTexts();
  const { productsOptions } = useBrand();
  const { userId, productIds } = useWishlist();
  // Products removed by a heart disappear at once; until the store is loaded, shows the loader's data.
  const isLoaded = userId === loaderData.user.id;
  const products = loaderData.products.filter(({ id }) => !isLoaded || productIds.has(id));
  return (
    <AccountFrame title={t('wishlist')}>
      {products.length === 0 ? (
        <BrandEmptyState
          icon={<Heart className="size-12" />}
          title={t('emptyWishlist')}
          action={<LinkButton to={href('/shop')}>{t('toShop')}</LinkButton>}
        >
          {t('emptyWishlistWhy')}
        </BrandEmptyState>
      ) : (
        <section aria-labelledby="wishes">
          <h2 id="wishes" className="sr-only">
            {t('wishes')}
          </h2>
          <ul className="product-grid gap-y-8">
            {products
              .map((product) => wishlistCard(product, productsOptions))
              .map((product) => (
                <li key={product.id} className="grid grid-cols-[minmax(0,1fr)] grid-rows-[1fr_auto] gap-3">
                  <ProductCard product={product} />
                  <MoveToCart product={product} />
                </li>
              ))}
          </ul>
        </section>
      )}
    </AccountFrame>
  );
}
