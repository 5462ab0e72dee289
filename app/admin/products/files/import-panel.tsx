import { Download } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { adminCsvTexts } from '#app/i18n/texts/admin-csv.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { numberText } from '#app/lib/typed-number.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { FileInput } from '#app/ui/file-input.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { ListedCategory } from '../../categories/categories-data.ts';
import { useDirtyForm } from '../../ui/edit/dirty-forms.ts';
import { columnLabel } from '../../ui/format-value.ts';
import { ColumnMatching } from '../../ui/table-file/column-matching.tsx';
import type { ColumnMapping } from '../../ui/table-file/columns.ts';
import { tableFileTypes } from '../../ui/table-file/read-table-file.ts';
import type { UndoableChange } from '../data/change-products.ts';
import { useSeesCosts } from '../model/use-sees-costs.ts';
import { suggestMapping } from './column-mapping.ts';
import { headingOf } from './file-table.ts';
import { FileWarnings } from './file-warnings.tsx';
import { askForRows } from './import-data.ts';
import { type FailedPicture, picturesIn } from './import-pictures.ts';
import { OutcomeTable } from './outcome-table.tsx';
import { storeHeadings } from './own-file.ts';
import { clearingCell } from './product-file-columns.ts';
import { ReadingChoices } from './reading-choices.tsx';
import { useImport } from './use-import.ts';
import { costHeading } from './variant-columns.ts';
import { refusedFile } from './write-file.ts';

type ImportPanelProps = { undoable: readonly UndoableChange[]; categories: readonly ListedCategory[] };

/**
 * Imports products from a file: a dry run with the result of each row, then the import, which can be undone.
 */
export function ImportPanel({ undoable, categories }: ImportPanelProps) {
  const t = adminCsvTexts();
  const { state, busy, failure, selectFile, chooseEncoding, matchColumns, ...actions } = useImport();
  const { createCategories, countPieces, run, undo, startAgain } = actions;
  const seesCosts = useSeesCosts();
  const [isMatching, setMatching] = useState(false);
  const [typedPieces, setTypedPieces] = useState('');
  useDirtyForm(busy?.doing === 'importing' || busy?.doing === 'fetching' || state.awaited > 0);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    setMatching(false);
    setTypedPieces('');
    if (file) void selectFile(file);
  };
  const match = (mapping: ColumnMapping | undefined) => {
    setMatching(false);
    void matchColumns(mapping);
  };
  const { stage, outcomes, opened, read } = state;
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused').length;
  const count = stage === 'done' ? outcomes.length - refused : state.ready.length;
  const missing = [...new Set(outcomes.flatMap((row) => row.missing_category ?? []))];
  const rows = read?.rows ?? [];
  const aboveRows = new Set(outcomes.flatMap(({ row, isAbove }) => (isAbove ? row : [])));
  const above = rows.filter(({ row }) => aboveRows.has(row));
  const variants = new Map(rows.map((row) => [row.row, row.variants?.length ?? 1]));
  const variantCount = [...variants.values()].reduce((sum, one) => sum + one, 0);
  const untrackedCount = rows
    .flatMap((row) => row.variants ?? [])
    .filter(({ row }) => read?.untracked?.has(row)).length;
  const pictureCount = new Set(state.ready.flatMap(picturesIn).filter((one) => state.pictures.has(one))).size;
  const newCategories = [...new Set(outcomes.flatMap((row) => row.new_category ?? []))];
  const headings = opened ? storeHeadings(opened.attributes).map(headingOf) : [];
  const known = [...new Set(headings)].filter((heading) => seesCosts || heading !== costHeading);
  const problemOf = (mapping: ColumnMapping) => {
    const targets = Object.values(mapping).filter(Boolean);
    const twice = targets.find((target, place) => targets.indexOf(target) !== place);
    if (twice) return t('matchTwice', { column: columnLabel(twice) });
    const isNamed = targets.includes('name') || targets.includes('id');
    return isNamed ? undefined : t('matchName', { name: columnLabel('name') });
  };
  const isCounting = stage === 'dry-run' && untrackedCount > 0;
  const countedPieces = isCounting ? piecesIn(typedPieces) : null;
  const importNow = () => {
    if (countedPieces !== undefined) void run(countedPieces);
  };
  const saveRefused = async () => {
    if (!read) return;
    const name = state.file.replace(/\.[^.]*$/, '');
    saveFile(`${name}-refused.csv`, await refusedFile(read, outcomes), 'text/csv');
  };
  return (
    <section
      aria-labelledby="import"
      className="grid min-w-0 gap-4 rounded-card border bg-surface p-4 md:p-6"
    >
      <div className="grid gap-1.5">
        <h2 id="import" className="text-lg">
          {t('importTitle')}
        </h2>
        <p className="max-w-prose text-ink-soft text-sm">{t('importWhy')}</p>
        <p className="max-w-prose text-ink-soft text-sm">{t('importVariants')}</p>
        <p className="max-w-prose text-ink-soft text-sm">{t('importForeign')}</p>
        <p className="max-w-prose text-ink-soft text-sm">{t('importCells', { dash: clearingCell })}</p>
      </div>
      <Field label={t('chooseFile')} hint={t('fileHint')} error={failure}>
        {(wiring) => (
          <FileInput {...wiring} accept={tableFileTypes} disabled={busy !== null} onChange={choose} />
        )}
      </Field>
      {busy ? (
        <div role="status" className="grid gap-1.5 text-sm">
          <p>{busy.doing === 'undoing' ? t('undoing') : t(busy.doing, { done: busy.done, all: busy.all })}</p>
          <Progress label={t('progress')} value={busy.done} max={busy.all} />
        </div>
      ) : null}
      {opened && (stage === 'columns' || isMatching) ? (
        <ColumnMatching
          why={t('matchWhy')}
          columns={opened.columns}
          targets={known.map((value) => ({ value, label: columnLabel(value) }))}
          mapping={opened.mapping ?? suggestMapping(opened.columns, known)}
          problemOf={problemOf}
          noteOf={(mapping) => {
            const targets = Object.values(mapping);
            const isPriced = targets.includes('price') || targets.includes('variant_price');
            return isPriced || problemOf(mapping) ? undefined : t('matchNoPrice');
          }}
          busy={busy !== null}
          onMatch={match}
        />
      ) : null}
      {stage === 'empty' || stage === 'columns' ? null : (
        <div className="grid min-w-0 gap-4">
          <p role="status" className="font-semibold">
            {stage === 'done'
              ? t('done', { count })
              : count === 0
                ? t('nothingToDo', { file: state.file })
                : t('dryRunPassed', { file: state.file, count })}
          </p>
          {read && read.source !== 'own' ? (
            <p>{t(`from_${read.source}`, { products: read.rows.length, variants: variantCount })}</p>
          ) : null}
          {stage === 'dry-run' && opened ? (
            <ReadingChoices
              encoding={opened.table.encoding}
              isMapped={opened.mapping !== undefined}
              busy={busy !== null}
              onEncoding={(encoding) => void chooseEncoding(encoding)}
              onMatch={() => setMatching(!isMatching)}
              onForget={() => match(undefined)}
            />
          ) : null}
          {above.length > 0 && (stage === 'done' || count === 0) ? (
            <div className="grid justify-items-start gap-2 rounded-card bg-warning-tint p-3 text-sm text-warning-text">
              <p>{t('aboveCeiling', { count: above.length })}</p>
              <Button
                variant="outline"
                size="small"
                onClick={() => askForRows(above, state.createCategories)}
              >
                {t('askForRows')}
              </Button>
            </div>
          ) : null}
          {read ? <FileWarnings read={read} outcomes={outcomes} /> : null}
          {state.awaited > 0 ? (
            <p role="status" className="text-sm">
              {t('picturesAwaited', { count: state.awaited })}
            </p>
          ) : null}
          {state.failedPictures.length > 0 ? <FailedPictures failed={state.failedPictures} /> : null}
          {stage === 'dry-run' && pictureCount > 0 ? (
            <p className="text-sm">{t('picturesForeign', { count: pictureCount })}</p>
          ) : null}
          {isCounting ? (
            <UncountedPieces
              text={t('uncounted', {
                count: untrackedCount,
                shop: read?.source === 'woocommerce' ? 'WooCommerce' : 'Shopify',
              })}
              busy={busy !== null}
              pieces={typedPieces}
              onType={setTypedPieces}
              onCount={(pieces) => void countPieces(pieces)}
            />
          ) : null}
          {stage === 'dry-run' && missing.length > 0 ? (
            <div className="grid justify-items-start gap-2 rounded-card bg-warning-tint p-3 text-sm text-warning-text">
              <p>{t('missingCategories', { count: missing.length, names: missing.join(', ') })}</p>
              <Button
                variant="outline"
                size="small"
                busy={busy !== null}
                onClick={() => void createCategories()}
              >
                {t('createCategories', { count: missing.length })}
              </Button>
            </div>
          ) : null}
          {stage === 'dry-run' && newCategories.length > 0 ? (
            <p className="text-sm">
              {t('newCategories', { count: newCategories.length, names: newCategories.join(', ') })}
            </p>
          ) : null}
          <div className="flex flex-wrap gap-3">
            {stage === 'dry-run' && count > 0 ? (
              <Button busy={busy !== null} onClick={importNow}>
                {t('runImport', { count })}
              </Button>
            ) : null}
            {stage === 'done' &&
            state.awaited === 0 &&
            undoable.some(({ id }) => state.changeIds.includes(id)) ? (
              <Button variant="outline" busy={busy !== null} onClick={() => void undo()}>
                {t('undoImport')}
              </Button>
            ) : null}
            {refused > 0 ? (
              <Button variant="outline" disabled={busy !== null} onClick={() => void saveRefused()}>
                <Download className="size-4" />
                {t('saveRefused', { count: refused })}
              </Button>
            ) : null}
            <Button variant="quiet" disabled={busy !== null} onClick={startAgain}>
              {t('startAgain')}
            </Button>
          </div>
          <OutcomeTable key={stage} outcomes={outcomes} categories={categories} variants={variants} />
        </div>
      )}
    </section>
  );
}

type UncountedPiecesProps = {
  /** Names the variants. */
  text: string;
  busy: boolean;
  /** The typed stock; also applied by the import. */
  pieces: string;
  onType: (pieces: string) => void;
  /** Called with the stock for each variant. */
  onCount: (pieces: number) => void;
};

const most = 10_000_000;

/** Parses a number of pieces; null when empty, undefined when invalid. */
function piecesIn(typed: string): number | null | undefined {
  const number = numberText(typed);
  if (number === '') return null;
  return /^\d{1,8}$/.test(number) && Number(number) <= most ? Number(number) : undefined;
}

/** Asks for the stock of the variants that the file does not count. */
function UncountedPieces({ text, busy, pieces, onType, onCount }: UncountedPiecesProps) {
  const t = adminCsvTexts();
  const number = piecesIn(pieces);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typeof number === 'number') onCount(number);
      }}
      className="grid gap-3 rounded-card bg-warning-tint p-3 text-sm text-warning-text"
    >
      <p>{text}</p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('uncountedPieces')}
          inputMode="numeric"
          value={pieces}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
          error={number === undefined ? t('csvWhole') : undefined}
          className="w-52"
        />
        <Button type="submit" variant="outline" busy={busy} disabled={typeof number !== 'number'}>
          {t('countPieces')}
        </Button>
      </div>
    </form>
  );
}

type FailedPicturesProps = { failed: readonly FailedPicture[] };

function FailedPictures({ failed }: FailedPicturesProps) {
  const t = adminCsvTexts();
  return (
    <section className="grid gap-2 rounded-card bg-warning-tint p-3 text-sm text-warning-text">
      <p>{t('picturesFailed', { count: failed.length })}</p>
      <ul className="max-h-64 list-disc overflow-y-auto ps-5">
        {failed.map(({ address, product, problem }) => (
          <li key={`${product} ${address}`} className="wrap-anywhere">
            <bdi>{product}</bdi>: <bdi>{address}</bdi> ({t(`picture_${problem}`)})
          </li>
        ))}
      </ul>
    </section>
  );
}
