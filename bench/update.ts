import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeNextVersion } from '../tests/support/next-version.ts';
import { atMost, type Figure, reported } from './figures.ts';
import { get, startRunningStore } from './running-store.ts';
import { fillOrdersOf } from './staff-lists.ts';

/**
 * A typical version without new columns: a table, a function, and an index and a constraint over all orders.
 */
const migration = `
  create table public.of_next (id uuid primary key default gen_random_uuid(), order_id uuid references public.orders (id));
  alter table public.of_next enable row level security;
  create policy "Everybody reads it" on public.of_next for select to anon using (true);
  create function public.next_function() returns bigint language sql set search_path = '' as 'select count(*) from public.orders';
  create index orders_of_next on public.orders (tenant_id, customer_name);
  alter table public.orders add constraint orders_of_next check (total >= 0 and length(customer_name) < 1000);
`;

/** Time until a store of 100,000 orders serves its first page after an update with a migration. */
export async function updateFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-bench-update-'));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  try {
    const store = await startRunningStore({}, dataDir);
    await fillOrdersOf(store).finally(() => store.stop());
    await makeNextVersion(join(folder, 'next'), migration);
    const plain = await secondsToOpen(dataDir);
    const updating = await secondsToOpen(dataDir, join(folder, 'next'));
    return [
      reported('start of a store of 100,000 orders until its first page', [plain], 's'),
      atMost('the same with an update of its database', [updating], 10, 's'),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function secondsToOpen(dataDir: string, project?: string): Promise<number> {
  const began = performance.now();
  const store = await startRunningStore({}, dataDir, project);
  await get(store, '/');
  const seconds = (performance.now() - began) / 1_000;
  await store.stop();
  return seconds;
}
