import { type ChangeEvent, useState } from 'react';
import { adminFilesTexts } from '#app/i18n/texts/admin-files.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { FileInput } from '#app/ui/file-input.tsx';
import { errorMessage } from '../error-message.ts';
import { useRequest } from '../use-change.ts';
import { ColumnMatching } from './column-matching.tsx';
import { type Column, type ColumnMapping, columnsOf, type FileMatch, type RowProblem } from './columns.ts';
import { readTableFile, type TableFile, tableFileTypes, UnreadableTable } from './read-table-file.ts';
import { type FileKind, storedMapping, storeMapping } from './stored-columns.ts';

type FileReader<Line> = {
  kind: FileKind;
  match: (table: TableFile) => FileMatch | undefined;
  /** Returns whether a mapping is valid for the columns. */
  isMapping: (columns: readonly Column[], mapping: ColumnMapping) => boolean;
  read: (
    table: TableFile,
    match: FileMatch,
    mapping: ColumnMapping,
  ) => { lines: Line[]; problems: RowProblem[] };
};

type MatchedFileProps<Line> = {
  reader: FileReader<Line>;
  label: string;
  /** What a column can mean, and whether a file needs it. */
  targets: readonly { value: string; label: string; isNeeded: boolean }[];
  texts: { reading: string; empty: string; noTable: string };
  /** The lines are being processed. */
  busy?: boolean;
  /** Called when another file or mapping is chosen. */
  onStart: () => void;
  /** Called with all lines of a file, once its columns are certain. */
  onLines: (lines: Line[], name: string) => Promise<unknown>;
};

type Opened = { name: string; table: TableFile; match: FileMatch; mapping: ColumnMapping };

const keysOf = ({ columns }: FileMatch) => columns.map(({ key }) => key);

/**
 * Opens a file of amounts. A mapping is certain, or was made by hand before; otherwise the user matches the
 * columns before anything is read. A file with an unreadable row is rejected.
 */
export function MatchedFile<Line>({ reader, label, targets, texts, ...props }: MatchedFileProps<Line>) {
  const t = adminFilesTexts();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isMatching, setMatching] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const { busy, request } = useRequest((error) =>
    error instanceof UnreadableTable ? t(`table_${error.problem}`) : errorMessage(error),
  );
  const work = (task: () => Promise<void>) => {
    props.onStart();
    void request({ run: task, onFailure: (text) => setProblems(text ? [text] : []) });
  };
  const read = async (file: Opened) => {
    setOpened(file);
    setMatching(false);
    const { lines, problems: rows } = reader.read(file.table, file.match, file.mapping);
    const kinds = (['none', 'ambiguous', 'spoilt'] as const).flatMap((kind) => {
      const named = rowsOf(rows.filter(({ problem }) => problem === kind));
      return named ? [t(`rows_${kind}`, { rows: named })] : [];
    });
    setMatching(rows.some(({ problem }) => problem === 'ambiguous'));
    if (kinds.length > 0) setProblems(kinds);
    else if (lines.length === 0) setProblems([texts.empty]);
    else await props.onLines(lines, file.name);
  };
  const mostNamed = 20;
  const rowsOf = (rows: readonly RowProblem[]) =>
    [
      ...rows
        .slice(0, mostNamed)
        .map(({ row, text }) => (text ? t('rowsRow', { row, text }) : t('rowsBlank', { row }))),
      ...(rows.length > mostNamed ? [t('rowsMore', { count: rows.length - mostNamed })] : []),
    ].join('; ');
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    setOpened(null);
    setMatching(false);
    if (!file) return props.onStart();
    work(async () => {
      const table = await readTableFile(await file.arrayBuffer());
      const match = reader.match(table);
      if (!match) return setProblems([texts.noTable]);
      const stored = await storedMapping(reader.kind, keysOf(match));
      const isKnown = stored !== undefined && reader.isMapping(match.columns, stored);
      const next = { name: file.name, table, match, mapping: stored ?? match.mapping };
      if (isKnown || (match.certain && !stored)) return read(next);
      setOpened(next);
      setMatching(true);
    });
  };
  const problemOf = (mapping: ColumnMapping, { columns }: FileMatch) => {
    const missing = targets.find(
      ({ value, isNeeded }) => isNeeded && columnsOf(columns, mapping, value).length !== 1,
    );
    if (missing) return t('matchNeeded', { name: missing.label });
    return reader.isMapping(columns, mapping) ? undefined : t('matchWrong');
  };
  const matched = opened
    ? targets.flatMap(({ value, label: what }) => {
        const columns = columnsOf(opened.match.columns, opened.mapping, value).map(
          ({ key, heading }) => heading || key,
        );
        return columns.length > 0 ? [t('readAsColumn', { what, columns: columns.join(' + ') })] : [];
      })
    : [];
  return (
    <div className="grid min-w-0 gap-4">
      <Field label={label}>
        {(wiring) => (
          <FileInput {...wiring} accept={tableFileTypes} disabled={busy || props.busy} onChange={choose} />
        )}
      </Field>
      {busy ? <p role="status">{texts.reading}</p> : null}
      {problems.length > 0 ? (
        <div role="alert" className="grid gap-2 rounded-card bg-danger-tint p-3 text-danger-text">
          {problems.map((problem) => (
            <p key={problem} className="wrap-anywhere">
              {problem}
            </p>
          ))}
        </div>
      ) : null}
      {opened && isMatching ? (
        <ColumnMatching
          key={opened.name}
          why={t('uncertain')}
          columns={opened.match.columns.map(({ cells, ...column }) => ({
            ...column,
            sample: cells.find((cell) => cell.trim() !== '')?.trim() ?? '',
          }))}
          targets={targets}
          mapping={opened.mapping}
          problemOf={(mapping) => problemOf(mapping, opened.match)}
          asksDecimal
          busy={busy}
          onMatch={(mapping) =>
            work(async () => {
              await storeMapping(reader.kind, keysOf(opened.match), mapping);
              await read({ ...opened, mapping });
            })
          }
        />
      ) : null}
      {opened && !isMatching && !busy ? (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <p className="wrap-anywhere">
            {t('readAs')} <bdi>{matched.join(' · ')}</bdi>
          </p>
          <Button
            variant="outline"
            size="small"
            disabled={props.busy}
            onClick={() => {
              props.onStart();
              setMatching(true);
            }}
          >
            {t('matchColumns')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
