import { Search } from 'lucide-react';
import { useId } from 'react';
import { Form, href, useSearchParams } from 'react-router';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { classes } from '#app/ui/classes.ts';

/** Searches the shop: GET /shop?search={term} (spec section 2); works without JavaScript. */
export function SearchForm({ className, autoFocus }: { className?: string; autoFocus?: boolean }) {
  const t = useWords(shellWords);
  const [query] = useSearchParams();
  const term = query.get('search') ?? '';
  const id = useId();
  return (
    <search className={className}>
      <Form action={href('/shop')} className="relative">
        <label htmlFor={id} className="sr-only">
          {t('searchLabel')}
        </label>
        <input
          key={term}
          id={id}
          type="search"
          name="search"
          required
          defaultValue={term}
          placeholder={t('searchPlaceholder')}
          ref={(input) => {
            if (autoFocus) input?.focus();
          }}
          className={classes(
            'stroked h-11 w-full rounded-control border-line bg-surface ps-4 pe-12 text-base text-ink',
            'hover:border-line-strong focus-visible:border-focus',
          )}
        />
        <button
          type="submit"
          aria-label={t('search')}
          className="absolute end-0 top-0 grid size-11 place-items-center rounded-control text-ink-soft hover:text-ink"
        >
          <Search aria-hidden="true" className="size-5" />
        </button>
      </Form>
    </search>
  );
}
