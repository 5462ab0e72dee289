import { type ReactNode, useEffect, useRef } from 'react';
import type { Language } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminContentTexts } from '#app/i18n/texts/admin-content.ts';
import { type FactName, factNames } from '#app/store/facts.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (target: EventTarget | null): target is TextControl =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');

/** Replaces the selection of a field as if it were typed, so that its form notices. */
function typeInto(field: TextControl, text: string): void {
  field.focus();
  const end = field.value.length;
  field.setRangeText(text, field.selectionStart ?? end, field.selectionEnd ?? end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

type FactNamesProps<Name extends string> = {
  /** The facts; those of a store by default. */
  names?: readonly Name[];
  texts: Record<Language, Readonly<Record<Name, string>>>;
  /** Heading, and what they are for; by default of texts that shoppers read. */
  words?: { title: string; why: string };
};

/** The facts that a form's texts can name, each with its current value; a button inserts one at the cursor. */
export function FactNames(props: FactNamesProps<FactName>): ReactNode;
export function FactNames<Name extends string>(props: Required<FactNamesProps<Name>>): ReactNode;
export function FactNames({ names = factNames, texts, words }: FactNamesProps<string>) {
  const t = adminContentTexts();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<TextControl>(null);
  useEffect(() => {
    const form = list.current?.closest('form');
    const remember = ({ target }: FocusEvent) => {
      if (isTextControl(target)) field.current = target;
    };
    form?.addEventListener('focusin', remember);
    return () => form?.removeEventListener('focusin', remember);
  }, []);
  const insert = (name: string) => {
    const first = list.current?.closest('form')?.querySelector('textarea');
    const target = field.current?.isConnected ? field.current : first;
    if (target) typeInto(target, `{${name}}`);
  };
  return (
    <div ref={list}>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold text-sm">
          {words?.title ?? t('facts')}
        </summary>
        <p className="mb-3 max-w-prose text-ink-soft text-sm">{words?.why ?? t('factsWhy')}</p>
        <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {names.map((name) => (
            <li
              key={name}
              className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-baseline gap-3 text-sm"
            >
              <button
                type="button"
                onClick={() => insert(name)}
                aria-label={t('insertFact', { name })}
                className="rounded-control border px-2 py-1 font-details text-link text-xs hover:border-link"
                dir="ltr"
              >
                {`{${name}}`}
              </button>
              <span className="truncate text-ink-soft">{texts[pageLanguage()][name] || t('factNotSet')}</span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
