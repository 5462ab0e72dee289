import { useState } from 'react';
import { useRevalidator } from 'react-router';
import adminCsvMessages from '#app/i18n/messages/en/admin-csv.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toast } from '#app/ui/toast.ts';
import { refusalOf } from '../../kit/refusal.ts';
import { undoChange } from '../data/change-products.ts';
import { ImportBroken, importRows, type RowOutcome } from './import-data.ts';
import { type FileRow, readFile, UnreadableFile } from './read-file.ts';

type Busy = { doing: 'reading' | 'importing' | 'undoing'; done: number; all: number };

/** Where an import is: nothing yet, rehearsed, or done. */
type ImportState = {
  stage: 'empty' | 'rehearsed' | 'done';
  file: string;
  outcomes: RowOutcome[];
  /** The rows that would add or change something. */
  ready: FileRow[];
  unknown: string[];
  changeId: string | null;
};

const empty: ImportState = {
  stage: 'empty',
  file: '',
  outcomes: [],
  ready: [],
  unknown: [],
  changeId: null,
};

/** Takes a file through its rehearsal to the import, and back again. */
export function useImport() {
  const t = useTranslations('admin-csv', adminCsvMessages);
  const { revalidate } = useRevalidator();
  const [state, setState] = useState(empty);
  const [busy, setBusy] = useState<Busy | null>(null);
  const [failure, setFailure] = useState('');
  const following = (doing: Busy['doing']) => (done: number, all: number) => setBusy({ doing, done, all });

  const rehearse = async (file: File) => {
    setFailure('');
    setState(empty);
    setBusy({ doing: 'reading', done: 0, all: 1 });
    try {
      const { rows, bad, unknown } = await readFile(await file.text());
      const { outcomes } = await importRows(rows, true, following('reading'));
      const unread = bad.map(({ row, name, column, word }) => ({
        row,
        name,
        column,
        outcome: 'refused' as const,
        message: t(word),
      }));
      const all = [...outcomes, ...unread].toSorted((one, other) => one.row - other.row);
      const useful = new Set(
        outcomes.filter((row) => row.outcome === 'added' || row.outcome === 'changed').map((row) => row.row),
      );
      setState({
        ...empty,
        stage: 'rehearsed',
        file: file.name,
        outcomes: all,
        ready: rows.filter(({ row }) => useful.has(row)),
        unknown,
      });
    } catch (error) {
      const cause = error instanceof ImportBroken ? error.cause : error;
      setFailure(error instanceof UnreadableFile ? t(error.word) : refusalOf(cause));
    }
    setBusy(null);
  };

  const run = async () => {
    setFailure('');
    try {
      const { outcomes, changeId } = await importRows(state.ready, false, following('importing'));
      setState({ ...state, stage: 'done', outcomes, changeId });
    } catch (error) {
      const broken = error instanceof ImportBroken ? error : new ImportBroken(error, [], null);
      setFailure(t('broken', { why: refusalOf(broken.cause), count: broken.outcomes.length }));
      setState({ ...state, stage: 'done', outcomes: broken.outcomes, changeId: broken.changeId });
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
      setFailure(refusalOf(error));
    }
    setBusy(null);
    await revalidate();
  };
  return { state, busy, failure, rehearse, run, undo, startAgain: () => setState(empty) };
}
