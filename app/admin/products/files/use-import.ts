import { useState } from 'react';
import { useRevalidator } from 'react-router';
import adminCsvMessages from '#app/i18n/messages/en/admin-csv.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toast } from '#app/ui/toast.ts';
import { readAttributes } from '../../attributes/attributes-data.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { undoChange } from '../data/change-products.ts';
import { ImportInterrupted, importRows, type RowOutcome } from './import-data.ts';
import { type FileRow, type RefusedProduct, withStock } from './import-rows.ts';
import { decodeText, type ReadFile, readFile, UnreadableFile } from './read-file.ts';

type Busy = { doing: 'reading' | 'importing' | 'undoing'; done: number; all: number };

/** Step of an import: nothing yet, after the dry run, or done. */
type ImportState = {
  stage: 'empty' | 'dry-run' | 'done';
  file: string;
  read: ReadFile | null;
  createCategories: boolean;
  /** Result of each row; those refused in the dry run stay. */
  outcomes: RowOutcome[];
  /** Rows that would add or change something. */
  ready: FileRow[];
  changeId: string | null;
};

const empty: ImportState = {
  stage: 'empty',
  file: '',
  read: null,
  createCategories: false,
  outcomes: [],
  ready: [],
  changeId: null,
};

const byRow = (outcomes: readonly RowOutcome[]) => outcomes.toSorted((one, other) => one.row - other.row);

/** State and actions of an import: dry run, import and undo. */
export function useImport() {
  const t = useTranslations('admin-csv', adminCsvMessages);
  const { revalidate } = useRevalidator();
  const [state, setState] = useState(empty);
  const [busy, setBusy] = useState<Busy | null>(null);
  const [failure, setFailure] = useState('');
  const trackProgress = (doing: Busy['doing']) => (done: number, all: number) =>
    setBusy({ doing, done, all });

  const describeProblem = ({ row, at = row, problem }: RefusedProduct) => {
    const message =
      'other' in problem
        ? t(problem.messageKey, { value: problem.value, other: problem.other, row: at })
        : 'value' in problem
          ? t(problem.messageKey, { value: problem.value })
          : t(problem.messageKey);
    return at === row || 'other' in problem ? message : t('csvAt', { row: at, message });
  };

  const dryRun = async (file: string, content: () => Promise<ReadFile>, createCategories: boolean) => {
    setFailure('');
    setState(empty);
    setBusy({ doing: 'reading', done: 0, all: 1 });
    try {
      const read = await content();
      const mode = { dry: true, createCategories };
      const { outcomes } = await importRows(read.rows, mode, trackProgress('reading'));
      const unread = read.refused.map((product) => ({
        row: product.row,
        name: product.name,
        column: product.column,
        outcome: 'refused' as const,
        message: describeProblem(product),
      }));
      const changedRows = new Set(
        outcomes.filter((row) => row.outcome === 'added' || row.outcome === 'changed').map((row) => row.row),
      );
      setState({
        ...empty,
        stage: 'dry-run',
        file,
        read,
        createCategories,
        outcomes: byRow([...outcomes, ...unread]),
        ready: read.rows.filter(({ row }) => changedRows.has(row)),
      });
    } catch (error) {
      const cause = error instanceof ImportInterrupted ? error.cause : error;
      setFailure(error instanceof UnreadableFile ? t(error.messageKey) : errorMessage(cause));
    }
    setBusy(null);
  };

  const run = async () => {
    setFailure('');
    const mode = { dry: false, createCategories: state.createCategories };
    const refused = state.outcomes.filter(({ outcome }) => outcome === 'refused');
    const done = (imported: { outcomes: RowOutcome[]; changeId: string | null }) =>
      setState({
        ...state,
        stage: 'done',
        outcomes: byRow([...refused, ...imported.outcomes]),
        changeId: imported.changeId,
      });
    try {
      done(await importRows(state.ready, mode, trackProgress('importing')));
    } catch (error) {
      const interrupted = error instanceof ImportInterrupted ? error : new ImportInterrupted(error, [], null);
      setFailure(t('broken', { why: errorMessage(interrupted.cause), count: interrupted.outcomes.length }));
      done(interrupted);
    }
    setBusy(null);
    await revalidate();
  };

  const undo = async () => {
    if (!state.changeId) return;
    setBusy({ doing: 'undoing', done: 0, all: 1 });
    try {
      const left = await undoChange(state.changeId);
      toast({ title: t('undone'), description: left > 0 ? t('undoLeft', { count: left }) : undefined });
      setState(empty);
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setBusy(null);
    await revalidate();
  };
  return {
    state,
    busy,
    failure,
    /** Runs a dry run of a file. */
    selectFile: (file: File) => {
      const read = async () => {
        const [bytes, attributes] = await Promise.all([file.arrayBuffer(), readAttributes()]);
        return readFile(decodeText(bytes), attributes);
      };
      return dryRun(file.name, read, false);
    },
    /** Repeats the dry run, creating missing categories. */
    createCategories: () => {
      const { file, read } = state;
      return read ? dryRun(file, async () => read, true) : undefined;
    },
    /** Repeats the dry run with this stock for untracked variants. */
    countPieces: (pieces: number) => {
      const { file, read, createCategories } = state;
      if (!read) return undefined;
      return dryRun(file, async () => ({ ...read, rows: withStock(read, pieces) }), createCategories);
    },
    run,
    undo,
    startAgain: () => setState(empty),
  };
}
