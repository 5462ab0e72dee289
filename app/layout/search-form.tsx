import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Form, href, useSearchParams } from 'react-router';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';

// The form works without suggestions.
const SearchSuggestions = lazyWithRetry(() => import('#app/catalog/suggestions/search-suggestions.tsx'), {
  Failed: () => null,
});

type SearchFormProps = { className?: string; autoFocus?: boolean };

/**
 * Searches the shop: GET /shop?search={term} (docs/product.md, Pages); works without JavaScript. Suggestions load when
 * the field is first used.
 */
export function SearchForm({ className, autoFocus = false }: SearchFormProps) {
  const t = shellTexts();
  const [query] = useSearchParams();
  const term = query.get('search') ?? '';
  return (
    <search className={className}>
      <Form action={href('/shop')} className="relative">
        <SearchField term={term} autoFocus={autoFocus} />
        <button
          type="submit"
          aria-label={t('search')}
          className="absolute end-0 top-0 grid size-11 place-items-center rounded-control text-ink-soft hover:text-ink"
        >
          <Search className="size-5" />
        </button>
      </Form>
    </search>
  );
}

function SearchField({ term, autoFocus }: { term: string; autoFocus: boolean }) {
  const t = shellTexts();
  const id = useId();
  const [used, setUsed] = useState<HTMLInputElement | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const lastTerm = useRef(term);
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  useEffect(() => {
    const input = field.current;
    const before = lastTerm.current;
    lastTerm.current = term;
    if (!input || before === term) return;
    // Follows the URL, except while somebody is typing.
    if (input === document.activeElement && input.value !== before && input.value !== term) return;
    input.value = term;
    input.blur();
  }, [term]);
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {t('searchLabel')}
      </label>
      <input
        id={id}
        type="search"
        name="search"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={term}
        placeholder={t('searchPlaceholder')}
        onFocus={({ currentTarget }) => setUsed(currentTarget)}
        ref={field}
        className="stroked h-11 w-full text-ellipsis rounded-control border-line bg-surface ps-4 pe-12 text-base text-ink hover:border-line-strong focus-visible:border-focus"
      />
      {used ? <SearchSuggestions input={used} /> : null}
    </>
  );
}
