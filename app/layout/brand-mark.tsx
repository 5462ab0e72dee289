import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { classes } from '#app/ui/classes.ts';

/** The store's logo and name, linking to the home page. */
export function BrandMark({ nameClass }: { nameClass?: string | undefined }) {
  const { name, logo } = useBrand();
  return (
    <Link to={href('/')} className="inline-flex min-h-11 min-w-11 shrink-0 items-center gap-2.5">
      <img src={logo} alt="" width={32} height={32} className="size-8" />
      <span
        className={classes('display whitespace-nowrap text-[calc(1.25rem*var(--display-scale))]', nameClass)}
      >
        {name}
      </span>
    </Link>
  );
}
