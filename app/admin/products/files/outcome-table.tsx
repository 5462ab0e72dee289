import { useState } from 'react';
import { formatParts } from '#app/i18n/format.ts';
import { adminCsvTexts } from '#app/i18n/texts/admin-csv.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { cutText } from '#app/lib/typed-text.ts';
import { fields } from '#app/product/parse-values.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { fieldChanges } from '../../audit/audit-filter.ts';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { columnLabel, formatValue } from '../../ui/format-value.ts';
import type { RowOutcome } from './import-data.ts';

const tones: Record<RowOutcome['outcome'], BadgeTone> = {
  added: 'success',
  changed: 'tint',
  unchanged: 'neutral',
  refused: 'danger',
};
const kinds = ['refused', 'added', 'changed', 'unchanged'] as const;

/** Rows rendered at first, and added by each **Show more**. */
const step = 100;

const cut = (text: string) => (text.length > 60 ? `${cutText(text, 60)}…` : text);

type OutcomeTableProps = {
  outcomes: readonly RowOutcome[];
  categories: readonly ListedCategory[];
  /** Number of variants of each product in the file, by row. */
  variants: ReadonlyMap<number, number>;
};

function Change({ what, before, after }: { what: string; before: string; after: string }) {
  return (
    <span className="block">
      <span className="text-ink-soft">{what}: </span>
      <s className="text-ink-soft">{before || '–'}</s> {after || '–'}
    </span>
  );
}

type VariantChangesProps = { before: Record<string, unknown>; after: Record<string, unknown> };
const places = ['position', 'option1', 'option2', 'option3'];

/** Changes of a product's variants by name: 'M / Black', or '' for the only one. */
function VariantChanges({ before, after }: VariantChangesProps) {
  const t = adminCsvTexts();
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => {
    const [was, is] = [fields(before[name]), fields(after[name])];
    if (!(name in before) || !(name in after)) {
      return (
        <span key={name} className="block">
          {t(name in after ? 'variantNew' : 'variantGone', { name })}
        </span>
      );
    }
    return Object.entries(is).map(([column, value]) =>
      places.includes(column) ? null : (
        <Change
          key={`${name} ${column}`}
          what={formatParts([name, columnLabel(column)])}
          before={cut(formatValue('products', column, was[column], {}))}
          after={cut(formatValue('products', column, value, {}))}
        />
      ),
    );
  });
}

/** Result of each row of a file, refused ones first. */
export function OutcomeTable({ outcomes, categories, variants }: OutcomeTableProps) {
  const t = adminCsvTexts();
  const names = Object.fromEntries(categories.map((row) => [row.id, translatedRow(row).name]));
  const formatCell = (row: RowOutcome, column: string, value: unknown) =>
    column === 'category_id' && row.new_category && row.after?.category_id === value
      ? t('newCategory', { name: row.new_category })
      : cut(formatValue('products', column, value, names));
  const [kind, setKind] = useState<RowOutcome['outcome'] | null>(null);
  const [limit, setLimit] = useState(step);
  const count = (wanted: RowOutcome['outcome']) => outcomes.filter((row) => row.outcome === wanted).length;
  const rows = kind
    ? outcomes.filter((row) => row.outcome === kind)
    : kinds.flatMap((wanted) => outcomes.filter((row) => row.outcome === wanted));
  return (
    <div className="grid gap-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('rows')}</legend>
        {kinds.map((wanted) => (
          <Button
            key={wanted}
            variant="outline"
            size="small"
            aria-pressed={kind === wanted}
            className="aria-pressed:border-focus aria-pressed:bg-tint aria-pressed:text-on-tint"
            onClick={() => setKind(kind === wanted ? null : wanted)}
          >
            {t(`count_${wanted}`, { count: count(wanted) })}
          </Button>
        ))}
      </fieldset>
      {rows.length > 0 ? (
        <Table caption={t('rows')}>
          <thead>
            <tr>
              <HeadCell className="text-end">{t('row')}</HeadCell>
              <HeadCell>{t('product')}</HeadCell>
              <HeadCell>{t('outcome')}</HeadCell>
              <HeadCell>{t('details')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row) => (
              <tr key={row.row}>
                <Cell className="text-end font-details tabular-nums">{row.row}</Cell>
                <Cell className="wrap-anywhere min-w-32">{row.name}</Cell>
                <Cell>
                  <Badge tone={tones[row.outcome]}>{t(row.outcome)}</Badge>
                </Cell>
                <Cell className="wrap-anywhere min-w-48">
                  {row.message ? `${row.column ? `${columnLabel(row.column)}: ` : ''}${row.message}` : null}
                  {row.unpriced ? <span className="block text-warning-text">{t('unpriced')}</span> : null}
                  {row.outcome === 'added' && row.new_category ? (
                    <span className="block">
                      {`${columnLabel('category')}: ${t('newCategory', { name: row.new_category })}`}
                    </span>
                  ) : null}
                  {row.outcome === 'added' && (variants.get(row.row) ?? 1) > 1
                    ? t('variantCount', { count: variants.get(row.row) ?? 1 })
                    : null}
                  {Object.entries(row.after ?? {}).map(([column, value]) =>
                    column === 'variants' || column === 'translations' ? null : (
                      <Change
                        key={column}
                        what={columnLabel(column)}
                        before={formatCell(row, column, row.before?.[column])}
                        after={formatCell(row, column, value)}
                      />
                    ),
                  )}
                  {fieldChanges(
                    'products',
                    { translations: row.before?.translations },
                    { translations: row.after?.translations },
                  ).map(({ field, before = '', after = '' }) => (
                    <Change key={field} what={columnLabel(field)} before={cut(before)} after={cut(after)} />
                  ))}
                  <VariantChanges before={fields(row.before?.variants)} after={fields(row.after?.variants)} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
      {rows.length > limit ? (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          onClick={() => setLimit(limit + step)}
        >
          {t('moreRows', { count: rows.length - limit })}
        </Button>
      ) : null}
    </div>
  );
}
