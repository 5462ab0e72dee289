import { useState } from 'react';
import { adminCsvTexts } from '#app/i18n/texts/admin-csv.ts';
import { adminFilesTexts } from '#app/i18n/texts/admin-files.ts';
import type { Attribute } from '#app/product/attributes.ts';
import { readStoredAttributes } from '../../attributes/attributes-data.ts';
import { errorMessage } from '../../ui/error-message.ts';
import type { ShownColumn } from '../../ui/table-file/column-matching.tsx';
import type { ColumnMapping } from '../../ui/table-file/columns.ts';
import type { TextEncodingName } from '../../ui/table-file/decode-text.ts';
import { readTableFile, type TableFile, UnreadableTable } from '../../ui/table-file/read-table-file.ts';
import { storedMapping, storeMapping } from '../../ui/table-file/stored-columns.ts';
import { useChange, useRequest } from '../../ui/use-change.ts';
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

type Progress = { doing: 'reading' | 'fetching' | 'importing' | 'undoing'; done: number; all: number };

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

/** What somebody answers to what a dry run asks. */
type Choices = Pick<ImportState, 'createCategories' | 'pieces'>;

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
const pictureTimeout = 8_000;

const byRow = (outcomes: readonly RowOutcome[]) => outcomes.toSorted((one, other) => one.row - other.row);

/** State and actions of an import: dry run, import and undo. */
export function useImport() {
  const t = adminCsvTexts();
  const tFile = adminFilesTexts();
  const explain = (error: unknown) => {
    if (error instanceof UnreadableFile) return t(error.messageKey);
    if (error instanceof UnreadableTable) return tFile(`table_${error.problem}`);
    return errorMessage(error instanceof ImportInterrupted ? error.cause : error);
  };
  const [state, setState] = useState(empty);
  const [failure, setFailure] = useState('');
  const [progress, setProgress] = useState<Progress>({ doing: 'reading', done: 0, all: 1 });
  const { busy: isTrying, request } = useRequest(explain);
  const { busy: isChanging, change } = useChange(explain);
  const { change: changeLater } = useChange(explain);
  const trackProgress = (doing: Progress['doing']) => (done: number, all: number) =>
    setProgress({ doing, done, all });

  const describeProblem = ({ row, at = row, problem }: RefusedProduct) => {
    const message =
      'other' in problem
        ? t(problem.messageKey, { value: problem.value, other: problem.other, row: at })
        : 'value' in problem
          ? t(problem.messageKey, { value: problem.value })
          : t(problem.messageKey);
    return at === row || 'other' in problem ? message : t('csvAt', { row: at, message });
  };

  const dryRun = async (
    opened: OpenedFile,
    read: ReadFile,
    { createCategories, pieces }: Choices,
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

  /** Reads an opened file and tries it out; one whose columns are not known stays, so that they can be matched. */
  const tryOut = async (opened: OpenedFile, read?: ReadFile, choices: Choices = empty) => {
    setState(empty);
    setProgress({ doing: 'reading', done: 0, all: 1 });
    try {
      const known = read ?? readFile(opened.table, opened.attributes, opened.mapping);
      const tried = await dryRun(opened, known, choices);
      setState(tried);
      return tried;
    } catch (error) {
      if (error instanceof UnreadableFile && error.messageKey === 'csvNoName')
        setState({ ...empty, stage: 'columns', file: opened.name, opened });
      throw error;
    }
  };
  const requestTryOut = (run: () => Promise<unknown>) => request({ run, onFailure: setFailure });

  /** Opens a file, of text in an encoding, with its columns as they were matched last, and tries it out. */
  const open = async ({ name, bytes }: Pick<OpenedFile, 'name' | 'bytes'>, encoding?: TextEncodingName) => {
    const [table, attributes] = await Promise.all([readTableFile(bytes, encoding), readStoredAttributes()]);
    const columns = columnsIn(productTable(table));
    const mapping = await storedMapping(
      'products',
      columns.map(({ key }) => key),
    );
    const opened = { name, bytes, table, attributes, columns };
    await tryOut({ ...opened, ...(mapping ? { mapping } : {}) });
  };

  const importTried = async (tried: ImportState) => {
    const mode = { dry: false, createCategories: tried.createCategories };
    const refused = tried.outcomes.filter(({ outcome }) => outcome === 'refused');
    let failedPictures: FailedPicture[] = [];
    let late: FileRow[] = [];
    const done = (imported: { outcomes: RowOutcome[]; changeId: string | null }): ImportState => {
      const finished: ImportState = {
        ...tried,
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
      const fetched = await fetchPictures(
        tried.ready,
        tried.pictures,
        trackProgress('fetching'),
        pictureTimeout,
      );
      ({ failed: failedPictures, late } = fetched);
      const finished = done(await importRows(fetched.rows, mode, trackProgress('importing')));
      if (late.length > 0) addLatePictures(finished, late);
    } catch (error) {
      const interrupted = error instanceof ImportInterrupted ? error : new ImportInterrupted(error, [], null);
      late = [];
      done(interrupted);
      const why = errorMessage(interrupted.cause);
      throw new Error(t('broken', { why, count: interrupted.outcomes.length }), { cause: error });
    }
  };

  /** Imports what was tried out; a number of pieces that was typed since is tried out first. */
  const run = (pieces: number | null) =>
    change({
      run: async () => {
        const { opened, read, createCategories } = state;
        const isCounted = pieces === state.pieces || !opened || !read;
        await importTried(isCounted ? state : await tryOut(opened, read, { createCategories, pieces }));
      },
      onFailure: setFailure,
    });

  /** Fetches the pictures that an import did not wait for, and gives those that come to their products. */
  const addLatePictures = (imported: ImportState, late: readonly FileRow[]) => {
    const finish = (changed: (state: ImportState) => Partial<ImportState>) =>
      setState((current) =>
        current.changeIds[0] === imported.changeIds[0]
          ? { ...current, awaited: 0, ...changed(current) }
          : current,
      );
    const add = async () => {
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
    };
    void changeLater({
      run: () =>
        add().catch((error: unknown) => {
          finish(() => ({}));
          const text = t('broken', { why: errorMessage(error), count: imported.outcomes.length });
          throw new Error(text, { cause: error });
        }),
      onFailure: setFailure,
    });
  };

  const undo = () => {
    if (state.changeIds.length === 0) return;
    setProgress({ doing: 'undoing', done: 0, all: 1 });
    void change({
      run: async () => {
        let left = 0;
        for (const id of state.changeIds) left += await undoChange(id);
        return left;
      },
      onDone: () => setState(empty),
      done: (left) => ({
        title: t('undone'),
        description: left > 0 ? t('undoLeft', { count: left }) : undefined,
      }),
      onFailure: setFailure,
    });
  };

  const { opened, read, createCategories, pieces } = state;
  return {
    state,
    busy: isTrying || isChanging ? progress : null,
    failure,
    /** Runs a dry run of a file. */
    selectFile: (file: File) => {
      setState(empty);
      return requestTryOut(async () => open({ name: file.name, bytes: await file.arrayBuffer() }));
    },
    /** Repeats the dry run with the file read in another encoding. */
    chooseEncoding: (encoding: TextEncodingName) =>
      opened ? requestTryOut(() => open(opened, encoding)) : undefined,
    /** Repeats the dry run with columns matched by hand, or as their headings say, and remembers that. */
    matchColumns: (mapping: ColumnMapping | undefined) => {
      if (!opened) return undefined;
      const { mapping: _, ...file } = opened;
      const headings = opened.columns.map(({ key }) => key);
      return requestTryOut(async () => {
        await storeMapping('products', headings, mapping);
        await tryOut({ ...file, ...(mapping ? { mapping } : {}) });
      });
    },
    /** Repeats the dry run, creating missing categories. */
    createCategories: () =>
      opened && read
        ? requestTryOut(() => tryOut(opened, read, { createCategories: true, pieces }))
        : undefined,
    /** Repeats the dry run with this stock for untracked variants. */
    countPieces: (pieces: number) =>
      opened && read ? requestTryOut(() => tryOut(opened, read, { createCategories, pieces })) : undefined,
    run,
    undo,
    startAgain: () => setState(empty),
  };
}
