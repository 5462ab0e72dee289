import { useEffect, useState } from 'react';
import { href, Link } from 'react-router';
import { productTexts } from '#app/i18n/texts/product.ts';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import type { Product } from '#app/product/product.ts';
import { ProductName } from '#app/product/product-name.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { MissingPicture } from '../card/missing-picture.tsx';
import { type RecentProduct, readRecent, recentKey, withRecent } from './recent-products.ts';

/** Stores a viewed product and returns those viewed before. */
function storeViewed(product: RecentProduct): RecentProduct[] {
  const storage = browserStorage(recentKey(pageTenant()));
  const before = readRecent(storage.read());
  storage.write(JSON.stringify(withRecent(before, product)));
  return before.filter(({ id }) => id !== product.id);
}

/** Products viewed before this one in this browser; empty on the server. */
export function RecentlyViewed({ product }: { product: Product }) {
  const t = productTexts();
  const [recent, setRecent] = useState<RecentProduct[]>([]);
  const { id, name, images } = product;
  const image = images[0] ?? '';

  useEffect(() => {
    setRecent(storeViewed({ id, name, image }));
  }, [id, name, image]);

  if (recent.length === 0) return null;
  return (
    <section className="column flex flex-col gap-5">
      <h2 className="text-heading">{t('recent')}</h2>
      <ul className="flex gap-gap overflow-x-auto pb-2">
        {recent.map((viewed) => (
          <li key={viewed.id} className="relative w-28 shrink-0 md:w-36">
            <div className="mb-2 aspect-square overflow-hidden rounded-picture bg-sunken">
              {viewed.image ? (
                <Picture
                  src={viewed.image}
                  alt=""
                  sizes="9rem"
                  widest={480}
                  className="size-full object-cover"
                />
              ) : (
                <MissingPicture name={viewed.name} />
              )}
            </div>
            <Link
              to={href('/product/:id', { id: viewed.id })}
              className="stretched-link line-clamp-2 text-sm hover:underline"
            >
              <ProductName name={viewed.name} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
