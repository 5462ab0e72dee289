import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import type { Editor } from './use-editor.ts';

/** How the fields of a form are named, and their values shown where text is not enough. */
export type FieldNames = {
  labels: Readonly<Record<string, string>>;
  shown?: (field: string, value: unknown) => ReactNode;
};

type ConflictPanelProps = FieldNames & { editor: Editor };

/** Both versions of what is edited, field by field, when somebody saved a newer one; nothing otherwise. */
export function ConflictPanel({ editor, labels, shown }: ConflictPanelProps) {
  return editor.conflict ? (
    <Choice editor={editor} conflict={editor.conflict} labels={labels} shown={shown} />
  ) : null;
}

type Chosen = Record<string, 'mine' | 'theirs'>;

function Choice({
  editor: { busy },
  conflict: { differences, resolve, back },
  labels,
  shown,
}: ConflictPanelProps & { conflict: NonNullable<Editor['conflict']> }) {
  const t = useTranslations('admin', adminMessages);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<Chosen>({});
  const whose = ({ field, keep }: (typeof differences)[number]) => chosen[field] ?? keep;
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);

  const inWords = (field: string, value: unknown): ReactNode => {
    const special = shown?.(field, value);
    if (special !== undefined) return special;
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    return String(value ?? '') || t('nothing');
  };
  const all = (side: 'mine' | 'theirs') =>
    setChosen(Object.fromEntries(differences.map(({ field }) => [field, side])));
  const save = () =>
    void resolve(differences.filter((one) => whose(one) === 'mine').map(({ field }) => field));

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
                  checked={whose(difference) === side}
                  onChange={() => setChosen((now) => ({ ...now, [difference.field]: side }))}
                  className="size-6 shrink-0"
                />
                <span className="min-w-0">
                  <span className="block font-semibold text-xs">{t(side)}</span>
                  <span className="wrap-anywhere block max-h-60 overflow-y-auto whitespace-pre-line text-sm">
                    {inWords(difference.field, difference[side])}
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
