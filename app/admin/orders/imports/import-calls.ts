import { dataOf } from '#app/lib/backend-error.ts';
import type { Enums, Json } from '#app/lib/database.types.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { type Refusal, refusalText } from '#app/lib/refusal.ts';
import { newId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { type ForeignFile, type ForeignRecord, withoutRepeated } from './foreign-file.ts';

/** Something that a record lacks, with the values of its sentence. */
export type Hole = { code: string; sku?: string; amount?: number };

/** What became of a record of a file, or would. */
export type RecordOutcome = {
  row: number;
  number: string;
  outcome: Enums<'import_outcome'>;
  /** Why it was refused; '' otherwise. */
  why: string;
  holes: Hole[];
};

/** Records per request: a fraction of a second's work, so that nobody else waits. */
const perRequest = 100;

export type Progress = (done: number, all: number) => void;

const repeatedRefusal: Refusal = { code: 'import_refused', message: '', reason: 'repeated' };

/**
 * Imports a file in parts, or rehearses it. Returns what became of each record, and the import, by which all of it is undone.
 * @throws BackendError; what came before stays, and comes out as unchanged when the file is put in again
 */
export async function importFile(
  file: ForeignFile,
  { name, dry }: { name: string; dry: boolean },
  onProgress: Progress,
) {
  const supabase = await loadSupabase();
  const { first, repeated } = withoutRepeated(file);
  const outcomes: RecordOutcome[] = repeated.map(({ row, number }) => ({
    row,
    number: String(number),
    outcome: 'refused',
    why: refusalText(repeatedRefusal),
    holes: [],
  }));
  let importId: string | null = null;
  const run = newId();
  for (let start = 0; start < first.length; start += perRequest) {
    onProgress(start, first.length);
    const part: ForeignRecord[] = first.slice(start, start + perRequest);
    const about = { source: file.source, file_name: name, ...(importId && { id: importId }) };
    const sent = { p_tenant_id: pageTenant(), p_import: about, p_dry: dry };
    const records = part as Json;
    const result: { import_id: string | null; records: unknown } = await sendOnce(
      `import ${run} ${start}`,
      async (requestId) =>
        dataOf(
          file.kind === 'orders'
            ? await supabase.rpc('import_orders', { ...sent, p_orders: records, p_request_id: requestId })
            : await supabase.rpc('import_customers', {
                ...sent,
                p_customers: records,
                p_request_id: requestId,
              }),
        ),
    );
    importId = result.import_id;
    for (const record of result.records as ImportedRecord[])
      outcomes.push({
        row: record.row ?? 0,
        number: record.number ?? '',
        outcome: record.outcome,
        why: record.refusal ? refusalText(record.refusal) : '',
        holes: record.holes ?? [],
      });
  }
  onProgress(first.length, first.length);
  return { outcomes: outcomes.toSorted((one, other) => one.row - other.row), importId };
}

type ImportedRecord = {
  row: number | null;
  number: string | null;
  outcome: Enums<'import_outcome'>;
  refusal: Refusal | null;
  holes: Hole[] | null;
};

/** Undoes an import, part by part. @throws BackendError; the rest is undone when it is asked again */
export async function undoImport(importId: string, onProgress: Progress): Promise<void> {
  const supabase = await loadSupabase();
  let all = 0;
  for (let left = 1, part = 0; left > 0; part += 1) {
    left = await sendOnce(`undo_import ${importId} ${part}`, async (requestId) =>
      dataOf(await supabase.rpc('undo_import', { p_import_id: importId, p_request_id: requestId })),
    );
    all = Math.max(all, left + 500);
    onProgress(all - left, all);
  }
}

/** Reads the files that were put into the store, the newest first. @throws BackendError */
export async function readImports() {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase
      .from('store_imports')
      .select('id, kind, source, file_name, imported, created_at, undone_at')
      .eq('tenant_id', pageTenant())
      .order('created_at', { ascending: false })
      .limit(50),
  );
}

export type StoreImport = Awaited<ReturnType<typeof readImports>>[number];
