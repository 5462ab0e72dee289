import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { adminWords } from '#app/messages/en/admin.ts';
import { useWords } from '#app/messages/use-words.ts';
import { classes } from '#app/ui/classes.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import { type Choice, Choices } from './choices.tsx';
import { useListQuery } from './use-list-query.ts';
import { useSearchKey } from './use-search-key.ts';

type ListSearchProps = { label: string; search: string; choices?: readonly Choice[] };

/** How long typing rests before the list follows, in ms. */
const pause = 250;

/** What narrows and orders a list; everything goes into the address, as it is typed and chosen. */
export function ListSearch({ label, search, choices = [] }: ListSearchProps) {
  const t = useWords(adminWords);
  const { query, change } = useListQuery();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useSearchKey(search);
  useEffect(() => () => clearTimeout(typing.current), []);
  const send = (chosen: Record<string, string> = {}) => {
    clearTimeout(typing.current);
    change({ search: field.current?.value ?? search, ...chosen });
  };
  const type = () => {
    clearTimeout(typing.current);
    typing.current = setTimeout(send, pause);
  };
  const narrowing = ['search', ...choices.map(({ name }) => name).filter((name) => name !== 'sort')];
  const narrowed = narrowing.some((name) => query.get(name));
  const clear = () => {
    clearTimeout(typing.current);
    if (field.current) field.current.value = '';
    field.current?.focus();
    change(Object.fromEntries(narrowing.map((name) => [name, ''])));
  };
  return (
    <Form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-wrap items-end gap-3"
    >
      <div className="relative min-w-64 flex-2 @4xl:max-w-md">
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
        {narrowed ? (
          // Beside the label, so that nothing moves when it comes and goes.
          <button
            type="button"
            onClick={clear}
            className={classes(textLinkClasses, 'absolute end-0 -top-1 min-h-6 text-sm')}
          >
            {t('clearFilters')}
          </button>
        ) : null}
      </div>
      <Choices
        choices={choices.map((choice) => ({ ...choice, className: 'min-w-36 flex-1 @xl:max-w-64' }))}
        query={query}
        onChoose={send}
      />
    </Form>
  );
}
