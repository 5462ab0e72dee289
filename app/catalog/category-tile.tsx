import { ArrowRight } from 'lucide-react';
import { href, Link } from 'react-router';
import type { Look } from '#app/brands/looks/look.ts';
import type { Category } from '#app/product/product.ts';
import { classes } from '#app/ui/classes.ts';
import { Picture } from '#app/ui/picture.tsx';
import { textLengths } from '#app/ui/text-lengths.ts';

/** `sizes` of a tile's picture. */
const sizes = '(min-width: 64rem) 26rem, (min-width: 40rem) 46vw, 92vw';

/** Largest width of a tile's picture, in pixels. */
const widest = 1080;

type CategoryTileProps = {
  layout: Look['tile'];
  category: Pick<Category, 'slug' | 'name' | 'image'>;
  detail?: string;
  eager?: boolean;
};

/** A category's picture and name; the whole tile links to it. */
export function CategoryTile({ layout, category: { slug, name, image }, detail, eager }: CategoryTileProps) {
  return (
    <article className={classes('group @container relative flex h-full flex-col', layout.tile)}>
      <div className={classes('overflow-hidden bg-sunken', layout.picture)}>
        {image ? (
          <Picture
            src={image}
            alt=""
            sizes={sizes}
            widest={widest}
            eager={eager}
            className="size-full object-cover transition-[scale] duration-(--slow) group-hover:scale-[1.03]"
          />
        ) : null}
      </div>
      <div className={layout.foot}>
        <h3
          style={textLengths(name)}
          className={classes('display min-w-0 wrap-anywhere text-balance', layout.name)}
        >
          <Link
            to={href('/category/:id', { id: slug })}
            className="stretched-link underline-offset-8 group-hover:underline"
          >
            {name}
          </Link>
        </h3>
        {detail ? (
          <p className={classes('shrink-0 font-details text-ink-soft', layout.detail)}>{detail}</p>
        ) : (
          <ArrowRight className="size-5 shrink-0 transition-transform duration-(--quick) group-hover:translate-x-1 rtl:-scale-x-100 rtl:group-hover:-translate-x-1" />
        )}
      </div>
    </article>
  );
}
