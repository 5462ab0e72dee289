import { dataOf } from '#app/lib/backend-error.ts';
import type { CountedFigure, Figure } from '#app/lib/morning-figures.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';

export const rowsPerPage = 50;
/** What the database answers at most. */
const mostRows = 200;

/** The rows that a page of the morning shows; without a store those of all, without a day those of yesterday. */
export interface RowsFilter {
  figure: Figure;
  tenantId: string | undefined;
  day: string;
}

/** Reads the figures of a day (ISO date) of all stores where the user may see them. @throws BackendError */
export async function readMorning(day: string): Promise<CountedFigure[]> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('morning', { p_day: day }));
}

async function readRows({ figure, tenantId, day }: RowsFilter, limit: number, offset: number) {
  const supabase = await loadSupabase();
  return dataOf(
    await supabase.rpc('morning_rows', {
      p_figure: figure,
      ...(tenantId && { p_tenant_ids: [tenantId] }),
      p_day: day,
      p_limit: limit,
      p_offset: offset,
    }),
  );
}

export type MorningRow = Awaited<ReturnType<typeof readRows>>[number];

/** Reads a page of the rows that a figure counts, and how many there are; pages start at 1. @throws BackendError */
export async function readMorningRows(
  filter: RowsFilter,
  page: number,
): Promise<{ rows: MorningRow[]; count: number }> {
  const rows = await readRows(filter, rowsPerPage, (page - 1) * rowsPerPage);
  const [first] = rows.length > 0 || page === 1 ? rows : await readRows(filter, 1, 0);
  return { rows, count: first?.all_entries ?? 0 };
}

/** Reads all rows that a figure counts. @throws BackendError */
export async function readAllMorningRows(filter: RowsFilter): Promise<MorningRow[]> {
  const all: MorningRow[] = [];
  for (;;) {
    const rows = await readRows(filter, mostRows, all.length);
    all.push(...rows);
    if (rows.length < mostRows) return all;
  }
}

/** Reads the hour at which the user gets the mail of the morning; null for none. @throws BackendError */
export async function readMailHour(): Promise<number | null> {
  const supabase = await loadSupabase();
  // The generated type does not say that it can be null.
  const hour: number | null = dataOf(await supabase.rpc('my_morning_mail'));
  return hour;
}

/** Sets the hour at which the user gets the mail of the morning, or null for none. @throws BackendError */
export async function setMailHour(hour: number | null): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`set_morning_mail ${hour}`, async (requestId) =>
    dataOf(
      await supabase.rpc('set_morning_mail', {
        ...(hour !== null && { p_hour: hour }),
        p_request_id: requestId,
      }),
    ),
  );
}
