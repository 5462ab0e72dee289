import { useEffect, useState } from 'react';
import { href, Link } from 'react-router';
import productMessages from '#app/i18n/messages/en/product.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import type { Product } from '#app/product/product.ts';
import { Picture } from '#app/ui/picture.tsx';
import { MissingPicture } from '../card/missing-picture.tsx';
import { type RecentProduct, readRecent, recentKey, withRecent } from './recent-products.ts';

/** Notes that a product was seen and gives the ones seen before it. */
function remember(product: RecentProduct): RecentProduct[] {
  const kept = browserStorage(recentKey(pageTenant()));
  const before = readRecent(kept.read());
  kept.write(JSON.stringify(withRecent(before, product)));
  return before.filter(({ id }) => id !== product.id);
}

/** The products this browser looked at before this one. Nothing on the server, where nobody is known. */
export function RecentlyViewed({ product }: { product: Product }) {
  const t = useTranslations('product', productMessages);
  const [recent, setRecent] = useState<RecentProduct[]>([]);
  const { id, name, images } = product;
  const image = images[0] ?? '';

  useEffect(() => {
    setRecent(remember({ id, name, image }));
  }, [id, name, image]);

  if (recent.length === 0) return null;
  return (
    <section className="column flex flex-col gap-5">
      <h2 className="text-heading">{t('recent')}</h2>
      <ul className="flex gap-gap overflow-x-auto pb-2">
        {recent.map((seen) => (
          <li key={seen.id} className="relative w-28 shrink-0 md:w-36">
            <div className="mb-2 aspect-square overflow-hidden rounded-picture bg-sunken">
              {seen.image ? (
                <Picture
                  src={seen.image}
                  alt=""
                  sizes="9rem"
                  widest={480}
                  className="size-full object-cover"
                />
              ) : (
                <MissingPicture name={seen.name} />
              )}
            </div>
            <Link
              to={href('/product/:id', { id: seen.id })}
              className="line-clamp-2 text-sm after:absolute after:inset-0 hover:underline"
            >
              {seen.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
