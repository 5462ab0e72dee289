import { adminCsvTexts } from '#app/i18n/texts/admin-csv.ts';
import type { RowOutcome } from './import-data.ts';
import type { ReadFile } from './read-file.ts';

/** Maximum number of rows listed in a warning. */
const mostNamed = 5;

const kinds = ['unpriced', 'ruined', 'longCode', 'unaddressed'] as const;

type FileWarningsProps = { read: ReadFile; outcomes: readonly RowOutcome[] };

/** What the import unexpectedly leaves out or changes. */
export function FileWarnings({ read, outcomes }: FileWarningsProps) {
  const t = adminCsvTexts();
  const unpriced = outcomes.filter((outcome) => outcome.unpriced).length;
  const warnings = kinds.flatMap((kind) => {
    const rows = (read.warnings ?? []).filter((warning) => warning.kind === kind);
    if (rows.length === 0) return [];
    const named = rows.slice(0, mostNamed).map(({ row, text }) => t('warningRow', { row, text }));
    const more = rows.length > mostNamed ? [t('warningMore', { count: rows.length - mostNamed })] : [];
    return [t(`warning_${kind}`, { count: rows.length, rows: [...named, ...more].join('; ') })];
  });
  const texts = [
    ...(unpriced > 0
      ? [
          [read.hasPrice ? '' : t('noPriceColumn'), t('unpricedRows', { count: unpriced })]
            .filter(Boolean)
            .join(' '),
        ]
      : []),
    ...warnings,
    ...(read.unknown.length > 0
      ? [t(read.source === 'own' ? 'unknownColumns' : 'notTaken', { columns: read.unknown.join(', ') })]
      : []),
  ];
  return texts.map((text) => (
    <p key={text} className="wrap-anywhere rounded-card bg-warning-tint p-3 text-sm text-warning-text">
      {text}
    </p>
  ));
}
