import { Form } from 'react-router';
import { classes } from '#app/ui/classes.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { type Choice, Choices } from './choices.tsx';
import { ClearFilters } from './clear-filters.tsx';
import { useTypedSearch } from './use-typed-search.ts';

type ListSearchProps = { label: string; search: string; choices?: readonly Choice[] };

/** What narrows and orders a list; everything goes into the address, as it is typed and chosen. */
export function ListSearch({ label, search, choices = [] }: ListSearchProps) {
  const { query, field, send, type, clear } = useTypedSearch(search);
  const narrowing = choices.map(({ name }) => name).filter((name) => name !== 'sort');
  const narrowed = ['search', ...narrowing].some((name) => query.get(name));
  return (
    <Form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-wrap items-end gap-3"
    >
      <div
        className={classes(
          'relative min-w-52 flex-2 @4xl:max-w-md',
          // More would leave one of them alone on a row.
          choices.length > 2 && '@max-3xl:basis-full',
        )}
      >
        <TextField
          ref={field}
          label={label}
          type="search"
          name="search"
          defaultValue={search}
          maxLength={200}
          aria-keyshortcuts="/"
          onChange={type}
        />
        {narrowed ? <ClearFilters onClear={() => clear(narrowing)} /> : null}
      </div>
      <Choices
        choices={choices.map((choice) => ({
          ...choice,
          className: 'min-w-36 flex-1 @xl:max-w-64 @3xl:min-w-42',
        }))}
        query={query}
        onChoose={send}
      />
    </Form>
  );
}
