import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { href, Link, useLocation } from 'react-router';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { useRootData } from '#app/store/root-data.ts';
import { classes } from '#app/ui/classes.ts';

/** Maximum number of entries; more are on the categories page. */
const mostCategories = 10;

/** Menu of the categories. Works without JavaScript; closes on Escape, on a click outside and on navigation. */
export function CategoriesMenu({ className }: { className: string }) {
  const t = shellTexts();
  const { categories } = useRootData();
  const { key } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = () => menu.current?.removeAttribute('open');
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) close();
    };
    const onKey = ({ key: pressed }: KeyboardEvent) => {
      if (pressed !== 'Escape' || !menu.current?.open) return;
      close();
      menu.current.querySelector('summary')?.focus();
    };
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey);
    };
  }, []);

  useEffect(() => {
    menu.current?.removeAttribute('open');
  }, [key]);

  const entry =
    'flex min-h-11 items-center rounded-field px-3 py-2 leading-snug hover:bg-tint hover:text-on-tint';
  return (
    <details ref={menu} className="group relative flex items-stretch">
      <summary
        className={classes(className, 'cursor-pointer list-none gap-1 [&::-webkit-details-marker]:hidden')}
      >
        {t('categories')}
        <ChevronDown className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="stroked absolute start-0 top-full z-50 mt-1 w-max min-w-64 max-w-80 animate-[rise_var(--quick)_var(--ease)] rounded-card border-line bg-raised p-1.5 text-base text-ink normal-case tracking-normal shadow-raised">
        {categories.slice(0, mostCategories).map(({ id, slug, name }) => (
          <li key={id}>
            <Link to={href('/category/:id', { id: slug })} className={entry}>
              {name}
            </Link>
          </li>
        ))}
        <li className="mt-1 border-t pt-1">
          <Link to={href('/categories')} className={classes(entry, 'font-semibold')}>
            {t('allCategories')}
          </Link>
        </li>
      </ul>
    </details>
  );
}
