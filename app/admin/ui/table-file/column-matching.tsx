import { useState } from 'react';
import { adminFilesTexts } from '#app/i18n/texts/admin-files.ts';
import { cutText } from '#app/lib/typed-text.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { type ColumnMapping, chosenDecimal, withDecimal } from './columns.ts';

/** A column to match: its key, heading and first value. */
export type ShownColumn = { key: string; heading: string; sample: string };

type ColumnMatchingProps = {
  /** Why the user is asked. */
  why: string;
  columns: readonly ShownColumn[];
  /** What a column can mean. */
  targets: readonly { value: string; label: string }[];
  /** The current or proposed mapping. */
  mapping: ColumnMapping;
  /** Returns what is wrong with a mapping; undefined when it is valid. */
  problemOf: (mapping: ColumnMapping) => string | undefined;
  /** Returns a note about the effect of a mapping. */
  noteOf?: (mapping: ColumnMapping) => string | undefined;
  /** Lets the user choose the decimal separator. */
  asksDecimal?: boolean;
  busy: boolean;
  onMatch: (mapping: ColumnMapping) => void;
};

/** Asks what the columns of a file mean. */
export function ColumnMatching({ columns, targets, problemOf, noteOf, ...props }: ColumnMatchingProps) {
  const t = adminFilesTexts();
  const [mapping, setMapping] = useState(props.mapping);
  const problem = problemOf(mapping);
  const note = noteOf?.(mapping);
  return (
    <form
      aria-label={t('matchColumns')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!problem) props.onMatch(mapping);
      }}
      className="grid min-w-0 gap-4 rounded-card border bg-sunken p-4"
    >
      <p className="max-w-prose text-sm">{props.why}</p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ key, heading, sample }) => (
          <SelectField
            key={key}
            label={<bdi>{heading || key}</bdi>}
            hint={sample ? <bdi className="wrap-anywhere">{cutText(sample, 60)}</bdi> : t('matchEmpty')}
            value={mapping[key] ?? ''}
            onChange={({ currentTarget }) => setMapping({ ...mapping, [key]: currentTarget.value })}
          >
            <option value="">{t('matchNone')}</option>
            {targets.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        ))}
        {props.asksDecimal ? (
          <SelectField
            label={t('decimal')}
            value={chosenDecimal(mapping) ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setMapping(withDecimal(mapping, value === '.' || value === ',' ? value : null))
            }
          >
            <option value="">{t('decimal_auto')}</option>
            <option value=".">{t('decimal_point')}</option>
            <option value=",">{t('decimal_comma')}</option>
          </SelectField>
        ) : null}
      </div>
      <p role="status" className="text-danger-text text-sm empty:hidden">
        {problem}
      </p>
      {note ? <p className="text-sm text-warning-text">{note}</p> : null}
      <Button type="submit" busy={props.busy} className="justify-self-start">
        {t('matchRead')}
      </Button>
    </form>
  );
}
