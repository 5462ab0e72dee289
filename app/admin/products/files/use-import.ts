import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { adminCsvTexts } from '#app/i18n/texts/admin-csv.ts';
import { adminFilesTexts } from '#app/i18n/texts/admin-files.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { toast } from '#app/ui/toast.ts';
import { readStoredAttributes } from '../../attributes/attributes-data.ts';
import { errorMessage } from '../../ui/error-message.ts';
import type { ShownColumn } from '../../ui/table-file/column-matching.tsx';
import type { ColumnMapping } from '../../ui/table-file/columns.ts';
import type { TextEncodingName } from '../../ui/table-file/decode-text.ts';
import { readTableFile, type TableFile, UnreadableTable } from '../../ui/table-file/read-table-file.ts';
import { storedMapping, storeMapping } from '../../ui/table-file/stored-columns.ts';
import { undoChange } from '../data/change-products.ts';
import { columnsIn } from './column-mapping.ts';
import { productTable } from './file-table.ts';
import { ImportInterrupted, importRows, type RowOutcome } from './import-data.ts';
import {
  type FailedPicture,
  type ForeignPictures,
  fetchPictures,
  picturesIn,
  picturesOnly,
  withStoredPictures,
} from './import-pictures.ts';
import { type FileRow, type RefusedProduct, UnreadableFile, withStock } from './import-rows.ts';
import { type ReadFile, readFile } from './read-file.ts';

type Busy = { doing: 'reading' | 'fetching' | 'importing' | 'undoing'; done: number; all: number };

/** The chosen file, and how it is read. */
type OpenedFile = {
  name: string;
  bytes: ArrayBuffer;
  table: TableFile;
  attributes: readonly Attribute[];
  columns: ShownColumn[];
  /** The store's column for each of the file's, if matched by hand. */
  mapping?: ColumnMapping;
};

/** Step of an import: no file, unknown columns, after the dry run, or done. */
type ImportState = {
  stage: 'empty' | 'columns' | 'dry-run' | 'done';
  file: string;
  opened: OpenedFile | null;
  read: ReadFile | null;
  createCategories: boolean;
  /** Stock for each uncounted variant; null until entered. */
  pieces: number | null;
  /** Result of each row, including those refused in the dry run. */
  outcomes: RowOutcome[];
  /** Rows that would add or change something. */
  ready: FileRow[];
  /** External pictures of the rows. */
  pictures: ForeignPictures;
  failedPictures: FailedPicture[];
  /** Number of products whose pictures are still being fetched. */
  awaited: number;
  /** Ids of the import's changes, last first; undoing all of them undoes the import. */
  changeIds: string[];
};

const empty: ImportState = {
  stage: 'empty',
  file: '',
  opened: null,
  read: null,
  createCategories: false,
  pieces: null,
  outcomes: [],
  ready: [],
  pictures: new Map(),
  failedPictures: [],
  awaited: 0,
  changeIds: [],
};

/** How long an import waits for a picture, in ms. */
const patience = 8_000;

const byRow = (outcomes: readonly RowOutcome[]) => outcomes.toSorted((one, other) => one.row - other.row);

/** State and actions of an import: dry run, import and undo. */
export function useImport() {
  const t = adminCsvTexts();
  const tFile = adminFilesTexts();
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

  /** Shows why a step failed. A file with unknown columns stays open, so that they can be matched. */
  const fail = (error: unknown, opened: OpenedFile | null) => {
    const cause = error instanceof ImportInterrupted ? error.cause : error;
    if (error instanceof UnreadableFile) setFailure(t(error.messageKey));
    else if (error instanceof UnreadableTable) setFailure(tFile(`table_${error.problem}`));
    else setFailure(errorMessage(cause));
    if (opened && error instanceof UnreadableFile && error.messageKey === 'csvNoName')
      setState({ ...empty, stage: 'columns', file: opened.name, opened });
  };

  const dryRun = async (
    opened: OpenedFile,
    read: ReadFile,
    { createCategories, pieces }: Pick<ImportState, 'createCategories' | 'pieces'>,
  ): Promise<ImportState> => {
    const mode = { dry: true, createCategories };
    const counted = pieces === null ? read.rows : withStock(read, pieces);
    const { rows, pictures } = await withStoredPictures(counted);
    const { outcomes } = await importRows(rows, mode, trackProgress('reading'));
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
    return {
      ...empty,
      stage: 'dry-run',
      file: opened.name,
      opened,
      read,
      createCategories,
      pieces,
      outcomes: byRow([...outcomes, ...unread]),
      ready: rows.filter(({ row }) => changedRows.has(row)),
      pictures,
    };
  };

  /** Reads a file with the user's choices and starts a dry run; null on failure. */
  const tryOut = async (
    opened: OpenedFile,
    read?: ReadFile,
    choices: Pick<ImportState, 'createCategories' | 'pieces'> = empty,
  ): Promise<ImportState | null> => {
    setFailure('');
    setState(empty);
    setBusy({ doing: 'reading', done: 0, all: 1 });
    let tried: ImportState | null = null;
    try {
      tried = await dryRun(
        opened,
        read ?? readFile(opened.table, opened.attributes, opened.mapping),
        choices,
      );
      setState(tried);
    } catch (error) {
      fail(error, opened);
    }
    setBusy(null);
    return tried;
  };

  /** Opens a file, optionally as text in an encoding, with the stored column mapping. */
  const open = async ({ name, bytes }: Pick<OpenedFile, 'name' | 'bytes'>, encoding?: TextEncodingName) => {
    try {
      const [table, attributes] = await Promise.all([readTableFile(bytes, encoding), readStoredAttributes()]);
      const columns = columnsIn(productTable(table));
      const mapping = await storedMapping(
        'products',
        columns.map(({ key }) => key),
      );
      const opened = { name, bytes, table, attributes, columns };
      await tryOut({ ...opened, ...(mapping ? { mapping } : {}) });
    } catch (error) {
      fail(error, null);
    }
  };

  /** Imports the result of the dry run; a stock entered since then gets its own dry run first. */
  const run = async (pieces: number | null) => {
    const { opened, read, createCategories } = state;
    const isCounted = pieces === state.pieces || !opened || !read;
    const tried = isCounted ? state : await tryOut(opened, read, { createCategories, pieces });
    if (tried) await importTried(tried);
  };

  const importTried = async (state: ImportState) => {
    setFailure('');
    const mode = { dry: false, createCategories: state.createCategories };
    const refused = state.outcomes.filter(({ outcome }) => outcome === 'refused');
    let failedPictures: FailedPicture[] = [];
    let late: FileRow[] = [];
    const done = (imported: { outcomes: RowOutcome[]; changeId: string | null }): ImportState => {
      const finished: ImportState = {
        ...state,
        stage: 'done',
        failedPictures,
        awaited: late.length,
        outcomes: byRow([...refused, ...imported.outcomes]),
        changeIds: imported.changeId ? [imported.changeId] : [],
      };
      setState(finished);
      return finished;
    };
    try {
      const fetched = await fetchPictures(state.ready, state.pictures, trackProgress('fetching'), patience);
      ({ failed: failedPictures, late } = fetched);
      const finished = done(await importRows(fetched.rows, mode, trackProgress('importing')));
      if (late.length > 0) void addLatePictures(finished, late);
    } catch (error) {
      const interrupted = error instanceof ImportInterrupted ? error : new ImportInterrupted(error, [], null);
      setFailure(t('broken', { why: errorMessage(interrupted.cause), count: interrupted.outcomes.length }));
      late = [];
      done(interrupted);
    }
    setBusy(null);
    await revalidate();
  };

  /** Fetches the pictures that the import postponed, and adds them to their products. */
  const addLatePictures = async (imported: ImportState, late: readonly FileRow[]) => {
    const finish = (change: (state: ImportState) => Partial<ImportState>) =>
      setState((current) =>
        current.changeIds[0] === imported.changeIds[0]
          ? { ...current, awaited: 0, ...change(current) }
          : current,
      );
    try {
      const { rows, failed } = await fetchPictures(late, imported.pictures, () => undefined);
      const ids = new Map(imported.outcomes.map(({ row, id }) => [row, id]));
      const shown = rows.flatMap((row) => picturesOnly(row, ids.get(row.row) ?? '') ?? []);
      const { changeId, outcomes } = await importRows(
        shown.filter(({ id }) => id),
        { dry: false, createCategories: false },
        () => undefined,
      );
      // For example because the product was deleted meanwhile.
      const refused = new Set(outcomes.flatMap(({ row, outcome }) => (outcome === 'refused' ? [row] : [])));
      for (const row of rows.filter(({ row }) => refused.has(row)))
        for (const stored of picturesIn(row)) {
          const address = imported.pictures.get(stored);
          if (address) failed.push({ address, product: String(row.set.name ?? ''), problem: 'failed' });
        }
      finish(({ failedPictures, changeIds }) => ({
        failedPictures: [...failedPictures, ...failed],
        changeIds: changeId ? [changeId, ...changeIds] : changeIds,
      }));
    } catch (error) {
      finish(() => ({}));
      setFailure(t('broken', { why: errorMessage(error), count: imported.outcomes.length }));
    }
    await revalidate();
  };

  const undo = async () => {
    if (state.changeIds.length === 0) return;
    setBusy({ doing: 'undoing', done: 0, all: 1 });
    try {
      let left = 0;
      for (const id of state.changeIds) left += await undoChange(id);
      toast({ title: t('undone'), description: left > 0 ? t('undoLeft', { count: left }) : undefined });
      setState(empty);
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setBusy(null);
    await revalidate();
  };

  const { opened, read, createCategories, pieces } = state;
  return {
    state,
    busy,
    failure,
    /** Runs a dry run of a file. */
    selectFile: async (file: File) => {
      setFailure('');
      setState(empty);
      await open({ name: file.name, bytes: await file.arrayBuffer() });
    },
    /** Repeats the dry run with the file read in another encoding. */
    chooseEncoding: (encoding: TextEncodingName) => (opened ? open(opened, encoding) : undefined),
    /** Repeats the dry run with columns matched by hand, or by their headings, and stores the mapping. */
    matchColumns: async (mapping: ColumnMapping | undefined) => {
      if (!opened) return;
      const { mapping: _, ...file } = opened;
      const headings = opened.columns.map(({ key }) => key);
      setFailure('');
      setBusy({ doing: 'reading', done: 0, all: 1 });
      try {
        await storeMapping('products', headings, mapping);
      } catch (error) {
        setBusy(null);
        return fail(error, null);
      }
      await tryOut({ ...file, ...(mapping ? { mapping } : {}) });
    },
    /** Repeats the dry run, creating missing categories. */
    createCategories: () =>
      opened && read ? tryOut(opened, read, { createCategories: true, pieces }) : undefined,
    /** Repeats the dry run with this stock for uncounted variants. */
    countPieces: (pieces: number) =>
      opened && read ? tryOut(opened, read, { createCategories, pieces }) : undefined,
    run,
    undo,
    startAgain: () => setState(empty),
  };
}
