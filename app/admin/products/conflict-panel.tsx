import { type FormEvent, useEffect, useRef } from 'react';
import { productsWords } from '#app/messages/en/admin-products.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import type { ListedCategory } from '../categories/categories-data.ts';
import type { FieldConflict, FormField } from './form-conflict.ts';

type ConflictPanelProps = {
  conflicts: FieldConflict[];
  categories: ListedCategory[];
  busy: boolean;
  /** The fields whose typed value is kept. */
  onResolve: (kept: FormField[]) => void;
};

/** Both versions of a product field by field, when somebody saved it while it was being changed here. */
export function ConflictPanel({ conflicts, categories, busy, onResolve }: ConflictPanelProps) {
  const t = useWords(productsWords);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);

  const said = (field: FormField, text: string) => {
    if (field === 'categoryId') return categories.find(({ id }) => id === text)?.name ?? t('noCategory');
    if (field === 'featured' || field === 'isNew' || field === 'isActive') return t(text ? 'yes' : 'no');
    return text || t('nothing');
  };
  const resolve = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    onResolve(conflicts.filter(({ field }) => typed.get(field) === 'mine').map(({ field }) => field));
  };

  return (
    <section
      role="alert"
      className="grid gap-4 rounded-card border-2 border-warning-text bg-surface p-4 md:p-6"
    >
      <div>
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-lg outline-none">
          {t('conflict')}
        </h2>
        <p className="text-ink-soft">{t('conflictWhy')}</p>
      </div>
      <form onSubmit={resolve} className="grid gap-5">
        {conflicts.map(({ field, mine, theirs, keep }) => (
          <fieldset key={field} className="min-w-0">
            <legend className="mb-1.5 font-medium text-sm">{t(`field_${field}`)}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {(['mine', 'theirs'] as const).map((whose) => (
                <label
                  key={whose}
                  className="stroked flex cursor-pointer items-start gap-3 rounded-field border-line-strong p-3 has-checked:border-focus has-checked:bg-tint has-checked:text-on-tint"
                >
                  <input
                    type="radio"
                    name={field}
                    value={whose}
                    defaultChecked={keep === whose}
                    className="mt-0.5 size-4.5 shrink-0 accent-(--primary)"
                  />
                  <span className="min-w-0">
                    <span className="block font-semibold text-xs">{t(whose)}</span>
                    <span className="wrap-anywhere line-clamp-6 whitespace-pre-line text-sm">
                      {said(field, whose === 'mine' ? mine : theirs)}
                    </span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        {conflicts.length === 0 ? <p>{t('conflictNone')}</p> : null}
        <Button type="submit" busy={busy} className="justify-self-start">
          {t('saveChosen')}
        </Button>
      </form>
    </section>
  );
}
