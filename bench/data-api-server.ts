import { serveBackend } from '../backend/main.ts';
import { startPostgres } from '../backend/postgres/embedded.ts';
import { loadTokenKeys } from '../backend/token-keys.ts';

/** The backend alone, in a process of its own, on an empty database in the folder it is told. */
const dataDir = process.argv[2] ?? '';
const postgres = await startPostgres({ dataDir, database: 'bench' });
const served = await serveBackend({
  port: 0,
  dataDir,
  database: postgres.address,
  migrationsDir: dataDir,
  auth: { siteUrl: 'http://127.0.0.1', mailerAutoconfirm: true },
});
const owner = served.backend.database.owner;
await owner.unsafe(`
  create table public.bench_items (
    id int primary key, name text not null, price numeric(12, 2), body text, at timestamptz not null default now());
  insert into public.bench_items
    select n, 'Item ' || n, n * 1.5, repeat('x', 60), now() from generate_series(1, 1000) n;
  create table public.bench_notes (
    id uuid primary key default gen_random_uuid(), owner uuid not null default auth.uid(), body text,
    at timestamptz not null default now());
  grant all on public.bench_items, public.bench_notes to authenticated;
  alter table public.bench_items enable row level security;
  alter table public.bench_notes enable row level security;
  create policy "Signed-in people read items" on public.bench_items for select to authenticated using (true);
  create policy "Owners have their notes" on public.bench_notes to authenticated
    using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
  analyze;
  notify pgrst, 'reload schema'`);
const keys = await loadTokenKeys({ dataDir, issuer: `${served.url}/auth/v1` });
const user = crypto.randomUUID();
const token = await keys.sign({
  ...{ sub: user, role: 'authenticated', aud: 'authenticated', email: 'bench@example.com', aal: 'aal1' },
  exp: Math.floor(Date.now() / 1000) + 86_400,
});
const headers = { apikey: served.backend.publishableKey, authorization: `Bearer ${token}` };
process.send?.({ url: served.url, headers, user, address: postgres.address });
process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ resident: rss, inUse: heapUsed });
});
process.once('SIGTERM', async () => {
  await served.close();
  await postgres.stop();
  process.exit(0);
});
