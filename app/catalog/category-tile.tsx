import { href, Link } from 'react-router';
import { Picture } from '#app/ui/picture.tsx';
import type { Category } from './product.ts';

type CategoryTileProps = {
  category: Pick<Category, 'id' | 'name' | 'image'>;
  detail?: string;
  eager?: boolean;
};

/** A category as a picture with its name; the whole tile leads there. */
export function CategoryTile({ category, detail, eager }: CategoryTileProps) {
  return (
    <article className="group relative isolate overflow-hidden rounded-card bg-tint text-on-tint">
      <div className="aspect-[4/3] overflow-hidden">
        {category.image ? (
          <Picture
            src={category.image}
            alt=""
            sizes="(min-width: 64rem) 26rem, (min-width: 40rem) 46vw, 92vw"
            eager={eager}
            className="size-full object-cover transition-[scale] duration-(--slow) group-hover:scale-[1.03]"
          />
        ) : null}
      </div>
      <div className="flex items-baseline justify-between gap-3 p-pad">
        <h2 className="text-heading">
          <Link to={href('/category/:id', { id: category.id })} className="after:absolute after:inset-0">
            {category.name}
          </Link>
        </h2>
        {detail ? <p className="shrink-0 font-details text-sm">{detail}</p> : null}
      </div>
    </article>
  );
}
