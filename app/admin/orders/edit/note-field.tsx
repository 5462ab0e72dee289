import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { adminWorkTexts } from '#app/i18n/texts/admin-work.ts';
import { foldText } from '#app/lib/folded-text.ts';
import { classes } from '#app/ui/classes.ts';
import { TextareaField } from '#app/ui/text-field.tsx';
import { nextOption } from '#app/ui/use-combobox.ts';
import type { Colleague } from '../../ui/assignment/assignment-calls.ts';
import { mentionTyped } from '../../ui/assignment/mentions.ts';
import { useColleagues } from '../../ui/assignment/use-colleagues.ts';

type NoteFieldProps = {
  value: string;
  onChange: (note: string) => void;
  /** Called with each person who is chosen from the list. */
  onMention: (person: Colleague) => void;
  error: string;
};

/** How many people are offered. */
const mostOffered = 6;

/** Field of an internal note: an @ offers the people who see the order, by name. */
export function NoteField({ value, onChange, onMention, error }: NoteFieldProps) {
  const t = adminOrdersTexts();
  const tWork = adminWorkTexts();
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isTouched, setTouched] = useState(false);
  const colleagues = useColleagues({ of: 'order', isNeeded: isTouched });
  const [cursor, setCursor] = useState(0);
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState(false);
  const typed = closed ? null : mentionTyped(value, cursor);
  const offered =
    typed === null
      ? []
      : (colleagues ?? [])
          .filter(({ name }) => ` ${foldText(name)}`.includes(` ${foldText(typed)}`))
          .slice(0, mostOffered);

  const choose = (person: Colleague) => {
    const before = value.slice(0, cursor - (typed?.length ?? 0));
    const text = `${before}${person.name} `;
    onChange(text + value.slice(cursor));
    onMention(person);
    setClosed(true);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(text.length, text.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const person = offered[active];
    if (!person) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = nextOption(active, event.key === 'ArrowDown' ? 1 : -1, offered.length);
      setActive(next === -1 ? 0 : next);
    } else if (event.key === 'Enter' || event.key === 'Tab') choose(person);
    else if (event.key === 'Escape') setClosed(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <TextareaField
        ref={field}
        label={t('note')}
        rows={2}
        hint={`${t('internal')}. ${tWork('mentionHint')}`}
        value={value}
        error={error}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={offered.length > 0 ? `${listId}-${active}` : undefined}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          setCursor(currentTarget.selectionStart);
          setActive(0);
          setClosed(false);
        }}
        onFocus={() => setTouched(true)}
        onKeyDown={onKeyDown}
        onBlur={() => setClosed(true)}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={tWork('mention')}
        hidden={offered.length === 0}
        className="stroked absolute start-0 top-full z-20 mt-1 grid min-w-52 max-w-full rounded-card border-line bg-raised p-1.5 shadow-raised [&[hidden]]:hidden"
      >
        {offered.map((person, index) => (
          <div
            key={person.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // Before the field loses focus, which closes the list.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(person);
            }}
            className={classes(
              'flex min-h-11 cursor-pointer items-center rounded-field px-3 text-sm md:min-h-9',
              index === active && 'bg-tint text-on-tint',
            )}
          >
            <bdi>{person.name}</bdi>
          </div>
        ))}
      </div>
    </div>
  );
}
