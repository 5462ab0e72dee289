import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Button } from '#app/ui/button.tsx';
import type { Editor } from './use-editor.ts';

/** Labels of a form's fields, and a formatter for values that are not text. */
export type FieldNames = {
  labels: Readonly<Record<string, string>>;
  formatField?: (field: string, value: unknown) => ReactNode;
};

type ConflictPanelProps = FieldNames & { editor: Editor };

/** Both versions of a form, field by field, during a conflict; nothing otherwise. */
export function ConflictPanel({ editor, labels, formatField }: ConflictPanelProps) {
  return editor.conflict ? (
    <Choice editor={editor} conflict={editor.conflict} labels={labels} formatField={formatField} />
  ) : null;
}

type Chosen = Record<string, 'mine' | 'theirs'>;

function Choice({
  editor: { busy },
  conflict: { differences, resolve, back },
  labels,
  formatField,
}: ConflictPanelProps & { conflict: NonNullable<Editor['conflict']> }) {
  const t = adminTexts();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<Chosen>({});
  const sideOf = ({ field, keep }: (typeof differences)[number]) => chosen[field] ?? keep;
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);

  const formatValue = (field: string, value: unknown): ReactNode => {
    const formatted = formatField?.(field, value);
    if (formatted !== undefined) return formatted;
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    return String(value ?? '') || t('nothing');
  };
  const all = (side: 'mine' | 'theirs') =>
    setChosen(Object.fromEntries(differences.map(({ field }) => [field, side])));
  const save = () =>
    void resolve(differences.filter((one) => sideOf(one) === 'mine').map(({ field }) => field));

  return (
    <section
      role="alert"
      className="grid min-w-0 gap-4 rounded-card border-2 border-warning-text bg-surface p-4 md:p-6"
    >
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-lg outline-none">
          {t('conflict')}
        </h2>
        <p className="text-ink-soft text-sm">{t('conflictWhy')}</p>
      </div>
      {differences.length > 1 ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="small" onClick={() => all('mine')}>
            {t('allMine')}
          </Button>
          <Button variant="outline" size="small" onClick={() => all('theirs')}>
            {t('allTheirs')}
          </Button>
        </div>
      ) : null}
      {differences.map((difference) => (
        <fieldset key={difference.field} className="min-w-0">
          <legend className="wrap-anywhere mb-1.5 font-medium text-sm">
            {labels[difference.field] ?? difference.field}
          </legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {(['mine', 'theirs'] as const).map((side) => (
              <label
                key={side}
                className="stroked flex cursor-pointer items-start gap-3 rounded-field border-line-strong p-3 has-checked:border-focus has-checked:bg-tint has-checked:text-on-tint"
              >
                <input
                  type="radio"
                  name={`${id} ${difference.field}`}
                  checked={sideOf(difference) === side}
                  onChange={() => setChosen((current) => ({ ...current, [difference.field]: side }))}
                  className="size-6 shrink-0"
                />
                <span className="min-w-0">
                  <span className="block font-semibold text-xs">{t(side)}</span>
                  <span className="wrap-anywhere block max-h-60 overflow-y-auto whitespace-pre-line text-sm">
                    {formatValue(difference.field, difference[side])}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={back}>
          {t('backToForm')}
        </Button>
        <Button busy={busy} onClick={save}>
          {t('saveChosen')}
        </Button>
      </div>
    </section>
  );
}
