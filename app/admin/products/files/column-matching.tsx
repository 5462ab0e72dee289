import { useState } from 'react';
import adminCsvMessages from '#app/i18n/messages/en/admin-csv.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { cutText } from '#app/lib/typed-text.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { columnLabel } from '../../kit/format-value.ts';
import { type FileColumn, suggestMapping } from './column-mapping.ts';
import type { ColumnMapping } from './read-file.ts';

type ColumnMatchingProps = {
  columns: readonly FileColumn[];
  /** Headings of the store's own format, normalised. */
  known: readonly string[];
  /** How the columns are matched now. */
  mapping?: ColumnMapping;
  busy: boolean;
  onMatch: (mapping: ColumnMapping) => void;
};

/** Asks which columns of a file are which of the store's. */
export function ColumnMatching({ columns, known, mapping, busy, onMatch }: ColumnMatchingProps) {
  const t = useTranslations('admin-csv', adminCsvMessages);
  const [matched, setMatched] = useState(() => mapping ?? suggestMapping(columns, known));
  const targets = Object.values(matched).filter(Boolean);
  const twice = targets.find((target, place) => targets.indexOf(target) !== place);
  const isNamed = targets.includes('name') || targets.includes('id');
  const problem = twice
    ? t('matchTwice', { column: columnLabel(twice) })
    : isNamed
      ? undefined
      : t('matchName', { name: columnLabel('name') });
  return (
    <form
      aria-label={t('matchColumns')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!problem) onMatch(matched);
      }}
      className="grid min-w-0 gap-4 rounded-card border bg-sunken p-4"
    >
      <p className="max-w-prose text-sm">{t('matchWhy')}</p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ heading, column, sample }) => (
          <SelectField
            key={column}
            label={<bdi>{heading}</bdi>}
            hint={sample ? <bdi className="wrap-anywhere">{cutText(sample, 60)}</bdi> : t('matchEmpty')}
            value={matched[column] ?? ''}
            onChange={({ currentTarget }) => setMatched({ ...matched, [column]: currentTarget.value })}
          >
            <option value="">{t('matchNone')}</option>
            {known.map((target) => (
              <option key={target} value={target}>
                {columnLabel(target)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <p role="status" className="text-danger-text text-sm empty:hidden">
        {problem}
      </p>
      {isNamed && !targets.includes('price') && !targets.includes('variant_price') ? (
        <p className="text-sm text-warning-text">{t('matchNoPrice')}</p>
      ) : null}
      <Button type="submit" busy={busy} className="justify-self-start">
        {t('matchRead')}
      </Button>
    </form>
  );
}
