import { href, Link } from 'react-router';
import type { HomeData } from '#app/catalog/data/read-home.ts';
import { shownPrices } from '#app/product/product-price.ts';
import { buttonClasses } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { Picture } from '#app/ui/picture.tsx';
import { Price } from '#app/ui/price.tsx';
import { useHomeLook } from '../use-home-look.ts';
import { HeroPicture } from './hero-picture.tsx';

/** Hero with full-width type and featured products in hard frames. */
export default function MarqueeHero({ home }: { home: HomeData }) {
  const { copy } = useHomeLook();
  // Full rows alone, of products that can be seen.
  const pictured = home.featured.filter(({ images }) => images.length > 0);
  const pieces = pictured.length >= 4 ? pictured.slice(0, 4) : [];
  return (
    <section className="band border-ink border-b-2">
      <div className="px-4 pt-6 md:px-6 md:pt-8">
        <h1 className="text-[min(11.4vw,15rem)] leading-[0.82]">
          {copy.heroTitle.split('\n').map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </h1>
        <div className="flex flex-wrap items-end justify-between gap-6 py-6 md:py-8">
          <p className="max-w-md text-lg">{copy.heroText}</p>
          <Link
            to={href('/shop')}
            className={classes(buttonClasses('primary', 'large'), 'display text-xl max-sm:w-full')}
          >
            {copy.heroAction}
          </Link>
        </div>
      </div>
      <HeroPicture sizes="100vw" className="aspect-4/3 rounded-none border-ink border-t-2 md:aspect-21/9">
        {pieces.length > 0 ? (
          <ul className="grid grid-cols-2 lg:grid-cols-4">
            {pieces.map((product) => (
              <li
                key={product.id}
                className="group relative border-line-strong border-s border-t first:border-s-0 max-lg:nth-[odd]:border-s-0"
              >
                <div className="aspect-[4/5] overflow-hidden">
                  <Picture
                    src={product.images[0] ?? ''}
                    alt=""
                    sizes="(min-width: 64rem) 25vw, 50vw"
                    widest={800}
                    eager
                    className="size-full object-cover transition-[scale] duration-(--slow) group-hover:scale-105"
                  />
                </div>
                <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-line-strong border-t p-3">
                  <Link
                    to={href('/product/:id', { id: product.slug })}
                    className="stretched-link py-0.5 font-bold text-sm uppercase"
                  >
                    {product.name}
                  </Link>
                  <Price {...shownPrices(product)} className="text-sm" />
                </div>
              </li>
            ))}
          </ul>
        ) : null}
      </HeroPicture>
    </section>
  );
}
