import { Search } from 'lucide-react';
import { useId } from 'react';
import { href, Link, useNavigate } from 'react-router';
import { suggestionsTexts } from '#app/i18n/texts/suggestions.ts';
import { shownPrices } from '#app/product/product-price.ts';
import { Picture } from '#app/ui/picture.tsx';
import { Price } from '#app/ui/price.tsx';
import { useCombobox } from '#app/ui/use-combobox.ts';
import type { Suggestion } from './suggestions.ts';
import { useSuggestions } from './use-suggestions.ts';

const row =
  'flex min-h-14 items-center gap-3 rounded-field px-2 py-1.5 hover:bg-sunken aria-selected:bg-tint aria-selected:text-on-tint';

function addressOf({ kind, slug: id }: Suggestion): string {
  return kind === 'category' ? href('/category/:id', { id }) : href('/product/:id', { id });
}

function Entry({ entry: { label, image, price, from, originalPrice } }: { entry: Suggestion }) {
  const t = suggestionsTexts();
  return (
    <>
      <span className="size-12 shrink-0 overflow-hidden rounded-picture">
        <Picture src={image} alt="" sizes="3rem" widest={160} eager className="size-full object-cover" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{label}</span>
        {price === null ? (
          <span className="text-ink-soft text-sm">{t('category')}</span>
        ) : (
          <Price {...shownPrices({ price, from, originalPrice, discount: 0 })} className="text-sm" />
        )}
      </span>
    </>
  );
}

/**
 * Suggestions below a search field, which becomes a combobox: arrow keys choose, Enter navigates, Escape closes. The
 * field's form still searches. Render it inside the field's `relative` wrapper once the field has focus.
 */
export default function SearchSuggestions({ input }: { input: HTMLInputElement }) {
  const t = suggestionsTexts();
  const navigate = useNavigate();
  const listId = useId();
  const { term, answer, open, close } = useSuggestions(input);
  const isOpen = open && answer !== null;
  const entries = answer?.entries ?? [];
  const isNothing = answer?.entries.length === 0;
  const all = {
    pathname: href('/shop'),
    search: isNothing ? '' : new URLSearchParams({ search: term }).toString(),
  };
  const addresses = [...entries.map(addressOf), all];
  const active = useCombobox(input, {
    listId,
    count: isOpen ? addresses.length : 0,
    onClose: close,
    onChoose(option) {
      close();
      navigate(addresses[option] ?? all);
    },
  });

  const option = (index: number) => ({
    id: `${listId}-${index}`,
    role: 'option',
    'aria-selected': index === active,
    tabIndex: -1,
    // Keeps focus in the field, so that the list stays open until the click.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: close,
    className: row,
  });

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen ? t('suggestionCount', { count: entries.length }) : ''}
      </p>
      <div
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-50 mt-2 max-h-[70dvh] min-w-72 overflow-y-auto md:min-w-96 rounded-card border bg-raised p-2 text-ink shadow-raised"
      >
        {isNothing ? <p className="break-words px-5.5 py-2">{t('nothing', { term: answer.term })}</p> : null}
        {answer?.corrected ? (
          <p className="break-words px-5.5 py-2 text-ink-soft text-sm">
            {t('corrected', { corrected: answer.corrected })}
          </p>
        ) : null}
        <div id={listId} role="listbox" aria-label={t('suggestions')}>
          {entries.map((entry, index) => (
            <Link key={`${entry.kind} ${entry.id}`} to={addressOf(entry)} {...option(index)}>
              <Entry entry={entry} />
            </Link>
          ))}
          <Link to={all} {...option(entries.length)}>
            <Search className="mx-3.5 size-5 text-ink-soft" />
            {isNothing ? t('seeAll') : t('allResults', { term })}
          </Link>
        </div>
      </div>
    </>
  );
}
