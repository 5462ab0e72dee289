import { useState } from 'react';
import { useRevalidator } from 'react-router';
import adminCsvMessages from '#app/i18n/messages/en/admin-csv.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toast } from '#app/ui/toast.ts';
import { readAttributes } from '../../attributes/attributes-data.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { undoChange } from '../data/change-products.ts';
import { ImportBroken, importRows, type RowOutcome } from './import-data.ts';
import { type BadRow, type FileRow, withPieces } from './import-rows.ts';
import { type ReadFile, readFile, UnreadableFile } from './read-file.ts';

type Busy = { doing: 'reading' | 'importing' | 'undoing'; done: number; all: number };

/** Where an import is: nothing yet, rehearsed, or done. */
type ImportState = {
  stage: 'empty' | 'rehearsed' | 'done';
  file: string;
  read: ReadFile | null;
  createCategories: boolean;
  /** What becomes or became of each row; those that the rehearsal refused stay. */
  outcomes: RowOutcome[];
  /** The rows that would add or change something. */
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

/** Takes a file through its rehearsal to the import, and back again. */
export function useImport() {
  const t = useTranslations('admin-csv', adminCsvMessages);
  const { revalidate } = useRevalidator();
  const [state, setState] = useState(empty);
  const [busy, setBusy] = useState<Busy | null>(null);
  const [failure, setFailure] = useState('');
  const following = (doing: Busy['doing']) => (done: number, all: number) => setBusy({ doing, done, all });

  const inWords = ({ row, at = row, problem }: BadRow) => {
    const message =
      'other' in problem
        ? t(problem.word, { value: problem.value, other: problem.other, row: at })
        : 'value' in problem
          ? t(problem.word, { value: problem.value })
          : t(problem.word);
    return at === row || 'other' in problem ? message : t('csvAt', { row: at, message });
  };

  const rehearse = async (file: string, content: () => Promise<ReadFile>, createCategories: boolean) => {
    setFailure('');
    setState(empty);
    setBusy({ doing: 'reading', done: 0, all: 1 });
    try {
      const read = await content();
      const mode = { dry: true, createCategories };
      const { outcomes } = await importRows(read.rows, mode, following('reading'));
      const unread = read.bad.map((bad) => ({
        ...{ row: bad.row, name: bad.name, column: bad.column },
        ...{ outcome: 'refused' as const, message: inWords(bad) },
      }));
      const useful = new Set(
        outcomes.filter((row) => row.outcome === 'added' || row.outcome === 'changed').map((row) => row.row),
      );
      setState({
        ...empty,
        stage: 'rehearsed',
        file,
        read,
        createCategories,
        outcomes: byRow([...outcomes, ...unread]),
        ready: read.rows.filter(({ row }) => useful.has(row)),
      });
    } catch (error) {
      const cause = error instanceof ImportBroken ? error.cause : error;
      setFailure(error instanceof UnreadableFile ? t(error.word) : errorMessage(cause));
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
      done(await importRows(state.ready, mode, following('importing')));
    } catch (error) {
      const broken = error instanceof ImportBroken ? error : new ImportBroken(error, [], null);
      setFailure(t('broken', { why: errorMessage(broken.cause), count: broken.outcomes.length }));
      done(broken);
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
    /** Tries a file out. */
    take: (file: File) => {
      const read = async () => readFile(...(await Promise.all([file.text(), readAttributes()])));
      return rehearse(file.name, read, false);
    },
    /** Tries the file out again, with the categories that the store does not have. */
    createCategories: () => {
      const { file, read } = state;
      return read ? rehearse(file, () => Promise.resolve(read), true) : undefined;
    },
    /** Tries the file out again, with so many pieces of each variant that the other system does not count. */
    countPieces: (pieces: number) => {
      const { file, read, createCategories } = state;
      if (!read) return undefined;
      const counted = { ...read, rows: withPieces(read, pieces) };
      return rehearse(file, () => Promise.resolve(counted), createCategories);
    },
    run,
    undo,
    startAgain: () => setState(empty),
  };
}
