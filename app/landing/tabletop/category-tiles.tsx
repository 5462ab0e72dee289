import { ArrowRight } from 'lucide-react';
import { href, Link } from 'react-router';
import { landingTexts } from '#app/i18n/texts/landing.ts';
import type { Category } from '#app/product/product.ts';
import { Picture } from '#app/ui/picture.tsx';
import { useHomeLook } from '../use-home-look.ts';
import { Meeple } from './meeple.tsx';

/** Number of category tiles, besides the one that links to all (docs/product.md, Landing). */
const mostTiles = 5;

const tile =
  'group relative isolate flex min-h-56 flex-col justify-end overflow-hidden rounded-card p-5 shadow-card md:min-h-72';

function CategoryTile({ category: { slug, name, image } }: { category: Category }) {
  const t = landingTexts();
  return (
    <article className={`${tile} dark-ground bg-page text-ink`}>
      <Picture
        src={image}
        alt=""
        sizes="(min-width: 64rem) 26rem, (min-width: 40rem) 46vw, 92vw"
        className="absolute inset-0 -z-20 size-full object-cover transition-[scale] duration-(--slow) group-hover:scale-105"
      />
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-linear-to-t from-(--page) via-(--page)/80 via-50% to-transparent to-90%"
      />
      <h3 className="display text-heading">{name}</h3>
      <Link
        to={href('/category/:id', { id: slug })}
        className="stretched-link inline-flex min-h-11 items-center gap-2 text-sm underline-offset-4 group-hover:underline"
      >
        {t('viewCategory')}
        <span className="sr-only">{name}</span>
        <ArrowRight className="size-4 rtl:-scale-x-100" />
      </Link>
    </article>
  );
}

/** The first five categories and a tile that links to all (docs/product.md, Landing). */
export function CategoryTiles({ categories, problem }: { categories: Category[]; problem: string }) {
  const t = landingTexts();
  const { copy } = useHomeLook();
  return (
    <section className="deferred column flex flex-col gap-6 pb-section">
      <h2 className="text-title">{copy.categoriesTitle}</h2>
      {problem ? (
        <p role="alert" className="rounded-card bg-danger-tint p-pad text-danger-text">
          {t('categoriesFailed', { message: problem })}
        </p>
      ) : null}
      <ul className="grid gap-gap sm:grid-cols-2 lg:grid-cols-3">
        {categories.slice(0, mostTiles).map((category) => (
          <li key={category.id}>
            <CategoryTile category={category} />
          </li>
        ))}
        <li>
          <Link to={href('/categories')} className={`${tile} bg-primary text-on-primary`}>
            <Meeple className="absolute -end-6 -top-4 -z-10 size-56 opacity-15 transition-transform duration-(--slow) group-hover:rotate-6" />
            <span className="display text-heading">{t('viewAll')}</span>
            <span className="inline-flex min-h-11 items-center gap-2 text-sm group-hover:underline">
              {copy.allCategoriesText ?? t('viewAllText')}
              <ArrowRight className="size-4 rtl:-scale-x-100" />
            </span>
          </Link>
        </li>
      </ul>
    </section>
  );
}
