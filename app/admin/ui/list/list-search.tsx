import { FunnelX } from 'lucide-react';
import type { RefObject } from 'react';
import { Form } from 'react-router';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { classes } from '#app/ui/classes.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { type Choice, Choices } from './choices.tsx';
import { useTypedSearch } from './use-typed-search.ts';

type SearchFieldProps = {
  label: string;
  hint?: string;
  search: string;
  field: RefObject<HTMLInputElement | null>;
  onInput: () => void;
  /** Clears all filters; undefined when there are none. */
  onClear: (() => void) | undefined;
};

/** Search field of a list with a button that clears all filters. */
export function SearchField({ label, hint = label, search, field, onInput, onClear }: SearchFieldProps) {
  const t = adminTexts();
  return (
    <div className="relative">
      <TextField
        ref={field}
        label={label}
        hideLabel
        placeholder={hint}
        type="search"
        name="search"
        defaultValue={search}
        maxLength={200}
        aria-keyshortcuts="/"
        onChange={onInput}
        // The page's direction, so that the padding is on the button's side; the typed text keeps its own
        // direction.
        dir={undefined}
        className={classes(
          '**:[input]:text-ellipsis **:[input]:[unicode-bidi:plaintext] [&_input::-webkit-search-cancel-button]:hidden',
          onClear && '**:[input]:pe-10',
        )}
      />
      {onClear ? (
        <button
          type="button"
          aria-label={t('clearFilters')}
          title={t('clearFilters')}
          onClick={onClear}
          className="absolute inset-y-0 end-1 my-auto grid size-8 place-items-center rounded-control text-link hover:bg-sunken"
        >
          <FunnelX className="size-4" />
        </button>
      ) : null}
    </div>
  );
}

type ListSearchProps = { label: string; search: string; choices?: readonly Choice[] };

/** Search and filters of a list, with their values in the URL. */
export function ListSearch({ label, search, choices = [] }: ListSearchProps) {
  const { query, field, send, type, clear } = useTypedSearch(search);
  const filterNames = choices.map(({ name }) => name);
  const isFiltered = ['search', ...filterNames].some((name) => query.get(name));
  return (
    <Form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-wrap items-end gap-2"
    >
      <div
        className={classes(
          'min-w-44 flex-1 @4xl:max-w-md',
          // Beside three selects, one would be alone in its row.
          choices.length > 2 && '@max-3xl:basis-full',
        )}
      >
        <SearchField
          label={label}
          search={search}
          field={field}
          onInput={type}
          onClear={isFiltered ? () => clear(filterNames) : undefined}
        />
      </div>
      <Choices
        choices={choices.map((choice) => ({
          ...choice,
          hideLabel: true,
          className: 'min-w-28 flex-1 @xl:max-w-56',
        }))}
        query={query}
        onChoose={send}
      />
    </Form>
  );
}
