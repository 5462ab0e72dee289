import { href, Link } from 'react-router';
import type { HomeData } from '#app/catalog/data/read-home.ts';
import { homeTexts } from '#app/i18n/texts/home.ts';
import type { CardProduct } from '#app/product/product.ts';
import { ProductName } from '#app/product/product-name.tsx';
import { shownPrices } from '#app/product/product-price.ts';
import { Picture } from '#app/ui/picture.tsx';
import { Price } from '#app/ui/price.tsx';
import { textLengths } from '#app/ui/text-lengths.ts';
import { useHomeLook } from '../use-home-look.ts';
import { HeroPicture } from './hero-picture.tsx';

type PlateProps = { product: CardProduct; number: number; sizes: string; className?: string };

/** A product as a captioned plate. */
function Plate({ product, number, sizes, className }: PlateProps) {
  const t = homeTexts();
  return (
    <figure className={className}>
      <div className="aspect-[4/5] overflow-hidden bg-raised">
        <Picture
          src={product.images[0] ?? ''}
          alt=""
          sizes={sizes}
          eager={number === 1}
          className="size-full object-cover"
        />
      </div>
      <figcaption className="flex justify-between gap-4 pt-3 text-sm">
        <span>
          <span className="font-display italic">{t('plate', { n: number })}</span>{' '}
          <Link
            to={href('/product/:id', { id: product.slug })}
            className="underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            <ProductName name={product.name} />
          </Link>
        </span>
        <Price {...shownPrices(product)} className="shrink-0" />
      </figcaption>
    </figure>
  );
}

/** Hero like a catalog's opening spread: title, two plates and an index of collections. */
export default function CatalogueHero({ home }: { home: HomeData }) {
  const t = homeTexts();
  const { copy } = useHomeLook();
  const [first, second] = home.featured.filter(({ images }) => images.length > 0);
  return (
    <section className="column grid gap-x-[6vw] gap-y-12 pt-8 md:pt-12 lg:grid-cols-[1.15fr_1fr]">
      <div className="@container flex flex-col gap-10">
        <h1
          style={textLengths(copy.heroTitle)}
          className="whitespace-pre text-[min(8rem,20cqi,198cqi/var(--letters))] first-line:italic"
        >
          {copy.heroTitle}
        </h1>
        <div className="flex max-w-md flex-col gap-5 lg:ms-[18%]">
          <p className="text-lg leading-relaxed">{copy.heroText}</p>
          <Link
            to={href('/shop')}
            className="inline-flex min-h-11 items-center self-start border-ink border-b font-display text-xl italic hover:text-link"
          >
            {copy.heroAction}
          </Link>
        </div>
        {second ? (
          <Plate
            product={second}
            number={2}
            sizes="(min-width: 64rem) 22rem, 60vw"
            className="w-3/5 max-lg:hidden lg:ms-[18%]"
          />
        ) : null}
      </div>
      <div className="flex flex-col gap-12">
        <HeroPicture sizes="(min-width: 64rem) 38rem, 92vw" className="aspect-4/5">
          {first ? <Plate product={first} number={1} sizes="(min-width: 64rem) 38rem, 92vw" /> : null}
        </HeroPicture>
        {home.categories.length > 0 ? (
          <nav aria-label={t('index')}>
            <p className="border-ink border-b pb-2 font-display italic">{t('index')}</p>
            <ol>
              {home.categories.slice(0, 7).map(({ id, slug, name }, place) => (
                <li key={id} className="border-b">
                  <Link
                    to={href('/category/:id', { id: slug })}
                    className="flex min-h-12 items-baseline gap-4 py-2.5 hover:text-link"
                  >
                    <span className="w-6 text-ink-soft text-sm tabular-nums">{place + 1}</span>
                    <span className="font-display text-xl">{name}</span>
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
        ) : null}
      </div>
    </section>
  );
}
