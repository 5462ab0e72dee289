import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { classes } from '#app/ui/classes.ts';
import { BrandLogo } from './brand-logo.tsx';

/** The store's logo and name, linking to the home page. */
export function BrandMark({ nameClass }: { nameClass?: string | undefined }) {
  const { name, hidesName } = useBrand();
  return (
    <Link to={href('/')} className="inline-flex min-h-11 min-w-11 shrink-0 items-center gap-2.5">
      <BrandLogo />
      {hidesName ? null : (
        <span
          className={classes(
            'display whitespace-nowrap text-[calc(1.25rem*var(--display-scale))]',
            nameClass,
          )}
        >
          {name}
        </span>
      )}
    </Link>
  );
}
