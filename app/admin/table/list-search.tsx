import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { TextField } from '#app/ui/text-field.tsx';
import { type Choice, Choices } from './choices.tsx';
import { useListQuery } from './use-list-query.ts';
import { useSearchKey } from './use-search-key.ts';

type ListSearchProps = { label: string; search: string; choices?: readonly Choice[] };

/** How long typing rests before the list follows, in ms. */
const pause = 250;

/** What narrows and orders a list; everything goes into the address, as it is typed and chosen. */
export function ListSearch({ label, search, choices = [] }: ListSearchProps) {
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
  return (
    <Form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-wrap items-end gap-3"
    >
      <TextField
        ref={field}
        className="min-w-64 flex-2 @4xl:max-w-md"
        label={label}
        type="search"
        name="search"
        defaultValue={search}
        maxLength={200}
        aria-keyshortcuts="/"
        onChange={type}
      />
      <Choices
        choices={choices.map((choice) => ({ ...choice, className: 'min-w-36 flex-1 @xl:max-w-64' }))}
        query={query}
        onChoose={send}
      />
    </Form>
  );
}
