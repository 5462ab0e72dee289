import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminStatementsTexts } from '#app/i18n/texts/admin-statements.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { ChoiceField } from '../../ui/list/choices.tsx';
import { MatchedFile } from '../../ui/table-file/matched-file.tsx';
import { useChange } from '../../ui/use-change.ts';
import {
  type CarrierCash,
  type CarrierStatement,
  type ReadLine,
  readStatement,
  settleStatement,
} from './statement-calls.ts';
import {
  isStatementMapping,
  matchStatement,
  readStatementLines,
  type StatementLine,
  statementColumns,
} from './statement-file.ts';

const reader = {
  kind: 'statement',
  match: matchStatement,
  isMapping: isStatementMapping,
  read: readStatementLines,
} as const;

/** Whether a line is settled at once: it matches, has only a fee, or says which pieces were taken. */
const isGood = ({ kind, taken }: ReadLine) => kind === 'matches' || kind === 'fee' || taken !== null;

/** Reads a carrier's statement from a file, compares it with the ledger, and settles the lines that match. */
export function StatementForm({ carriers }: { carriers: readonly CarrierCash[] }) {
  const t = adminStatementsTexts();
  const { busy, change } = useChange();
  const [place, setPlace] = useState(0);
  const [until, setUntil] = useState('');
  const [statement, setStatement] = useState<CarrierStatement | null>(null);
  const [lines, setLines] = useState<ReadLine[]>([]);
  const [problem, setProblem] = useState('');
  const chosen = carriers[place];
  if (!chosen) return null;
  const start = () => {
    setStatement(null);
    setLines([]);
    setProblem('');
  };
  const read = async (stated: StatementLine[], file: string) => {
    const { carrier, carrier_name } = chosen;
    const next = { carrier, carrier_name, reference: file.slice(0, 200), until, lines: stated };
    setLines(await readStatement(next));
    setStatement(next);
  };
  const settle = async () => {
    if (!statement) return;
    const differ = lines.filter((line) => !isGood(line)).length;
    await change({
      run: () => settleStatement(statement),
      done: () => ({
        title: t('settled', { count: lines.length - differ }),
        description: differ ? t('kept', { count: differ }) : undefined,
      }),
      onDone: start,
      onFailure: setProblem,
    });
  };
  const good = lines.filter(isGood).length;
  return (
    <section
      aria-labelledby="statement"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card bg-surface p-4"
    >
      <h2 id="statement" className="text-lg">
        {t('title')}
      </h2>
      <p className="text-ink-soft text-sm">{t('why')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <ChoiceField
          label={t('carrier')}
          value={String(place)}
          onChange={({ currentTarget }) => {
            setPlace(Number(currentTarget.value));
            start();
          }}
          options={carriers.map(({ carrier_name, carrier }, index) => ({
            value: String(index),
            label: carrier_name || (carrier === 'manual' ? t('unnamed') : carrier),
          }))}
        />
        <TextField
          label={t('until')}
          hint={t('untilHint')}
          type="date"
          optional
          value={until}
          onChange={({ currentTarget }) => {
            setUntil(currentTarget.value);
            start();
          }}
        />
      </div>
      <MatchedFile
        // The result applies to one carrier's ledger only.
        key={`${place} ${until}`}
        reader={reader}
        label={t('choose')}
        targets={statementColumns.map((value) => ({
          value,
          label: t(`column_${value}`),
          isNeeded: value === 'number' || value === 'collected',
        }))}
        texts={{ reading: t('reading'), empty: t('empty'), noTable: t('noStatement') }}
        busy={busy}
        onStart={start}
        onLines={read}
      />
      {problem ? (
        <p role="alert" className="rounded-card bg-danger-tint p-3 text-danger-text">
          {problem}
        </p>
      ) : null}
      {statement ? (
        <>
          <Lines lines={lines} />
          <Button className="justify-self-start" busy={busy} onClick={() => void settle()}>
            {good === lines.length
              ? t('settle', { count: good })
              : t('settleSome', { count: good, differ: lines.length - good })}
          </Button>
        </>
      ) : null}
    </section>
  );
}

/** The lines of a statement beside the ledger, differences first. */
function Lines({ lines }: { lines: readonly ReadLine[] }) {
  const t = adminStatementsTexts();
  const { currency } = useBrand();
  const money = (pounds: number | null) => (pounds === null ? '–' : formatPounds(pounds, currency));
  const sorted = lines.toSorted((one, other) => Number(isGood(one)) - Number(isGood(other)));
  return (
    <Table caption={t('lines')}>
      <thead>
        <tr>
          <HeadCell>{t('shipment')}</HeadCell>
          <HeadCell className="text-end">{t('stated')}</HeadCell>
          <HeadCell className="text-end">{t('expected')}</HeadCell>
          <HeadCell>{t('outcome')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {sorted.map((line) => (
          <tr key={line.place ?? line.tracking_number}>
            <Cell>
              <bdi className="font-details">{line.tracking_number}</bdi>
              <span className="block text-ink-soft text-xs">
                <bdi>{line.name ?? ''}</bdi>
              </span>
            </Cell>
            <Cell className="whitespace-nowrap text-end tabular-nums">{money(line.stated)}</Cell>
            <Cell className="whitespace-nowrap text-end tabular-nums">{money(line.expected)}</Cell>
            <Cell>
              <Badge tone={isGood(line) ? 'success' : 'danger'}>
                {line.taken === null ? t(`kind_${line.kind}`) : t('partTaken', { count: line.pieces ?? 0 })}
              </Badge>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
