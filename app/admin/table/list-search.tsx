import { type ChangeEvent, useEffect, useRef } from 'react';
import { Form, useNavigate, useSearchParams } from 'react-router';
import { TextField } from '#app/ui/text-field.tsx';
import { changedQuery } from '../url-state.ts';
import { ChoiceField, type Option } from './choice-field.tsx';
import { useSearchKey } from './use-search-key.ts';

/** A choice that narrows or orders a list; the first of its options is what counts when an address says nothing. */
export type Choice = { name: string; label: string; value: string; options: readonly Option[] };

type ListSearchProps = { label: string; search: string; choices?: readonly Choice[] };

/** How long typing rests before the list follows, in ms. */
const pause = 250;

/** What narrows and orders a list; everything goes into the address, as it is typed and chosen. */
export function ListSearch({ label, search, choices = [] }: ListSearchProps) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useSearchKey(search);
  useEffect(() => () => clearTimeout(typing.current), []);
  const plain = new Map(choices.map(({ name, options }) => [name, options[0]?.value]));
  const send = (form: HTMLFormElement | null) => {
    clearTimeout(typing.current);
    if (!form) return;
    const entries = [...new FormData(form)].map(([name, value]) => [
      name,
      plain.get(name) === value ? '' : String(value),
    ]);
    void navigate(changedQuery(query, Object.fromEntries(entries)), {
      replace: true,
      preventScrollReset: true,
    });
  };
  const type = ({ currentTarget: { form } }: ChangeEvent<HTMLInputElement>) => {
    clearTimeout(typing.current);
    typing.current = setTimeout(() => send(form), pause);
  };
  return (
    <Form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
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
      {choices.map((choice) => (
        <ChoiceField
          key={choice.name}
          {...choice}
          className="min-w-36 flex-1 @xl:max-w-64"
          onChange={(event) => send(event.currentTarget.form)}
        />
      ))}
    </Form>
  );
}
