import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { print } from '../../server/terminal.ts';
import { address } from '../database/store.ts';
import { type Observed, observeStore } from '../releases/observe-store.ts';
import { buildRelease } from '../releases/release-code.ts';
import { type Release, releases } from '../releases/releases.ts';
import { TENANT } from '../releases/shop.ts';
import { clientOf, ledgerOf } from '../support/crashed-store.ts';
import { PROJECT, type StoreProcess, startStoreProcess } from '../support/store-process.ts';

// The newest release is installed, filled and updated.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 60_000 });

let folder: string;
let dataDir: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-release-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Restores a release's store, with its schema, into the data folder. */
function restore({ backup }: Release, project = PROJECT): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/restore.ts', backup], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, SOUK_DATA: dataDir },
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
}

/** Starts a store on the data folder, runs `work` and stops it. */
async function withStore<Result>(
  project: string,
  work: (store: StoreProcess) => Promise<Result>,
): Promise<Result> {
  const store = await startStoreProcess(dataDir, { SOUK_SEED: 'none' }, project);
  try {
    return await work(store);
  } finally {
    expect(await store.stop()).toBe(0);
  }
}

/** The free delivery threshold: since this version, hidden until the place is known where zones differ. */
const leftOut = /^900 /;

/** Pages and invoices may show more than before, but nothing less. */
function expectToShow(now: Observed, before: Observed): void {
  for (const [page, { status, shows }] of Object.entries(before.pages)) {
    expect(now.pages[page]?.status, page).toBe(status);
    const kept = shows.filter((text) => !leftOut.test(text));
    expect(now.pages[page]?.shows, page).toEqual(expect.arrayContaining(kept));
  }
  for (const [name, figures] of Object.entries(before.invoices))
    expect(now.invoices[name], name).toEqual(expect.arrayContaining(figures));
  expect(now.files).toMatchObject(before.files);
}

/** Places an order as the release's shopper, and moves it to production as its staff. */
async function order(store: StoreProcess, { accounts }: Release): Promise<void> {
  const shopper = clientOf(store, 'publishableKey');
  const staff = clientOf(store, 'publishableKey');
  for (const [client, account] of [
    [shopper, accounts.shopper],
    [staff, accounts.staff],
  ] as const)
    expect((await client.auth.signInWithPassword(account)).error).toBeNull();
  const { data: hoodie } = await shopper
    .from('products')
    .select('id')
    .eq('name', 'Ink hoodie')
    .single()
    .throwOnError();
  const { data: placed } = await shopper
    .rpc('place_order', {
      p_order: {
        tenant_id: TENANT,
        idempotency_key: crypto.randomUUID(),
        lines: [{ product_id: hoodie.id, quantity: 1, size: 'M', color: 'Black' }],
        address,
        payment_method: 'cash_on_delivery',
      },
    })
    .throwOnError();
  const { id } = placed as { id: string };
  await staff.rpc('change_order_status', { p_order_id: id, p_status: 'confirmed' }).throwOnError();
}

describe.each(releases)('a store of $version', (release) => {
  it('shows after the update what it showed before, has its files and invoices, and takes orders', async () => {
    const code = await buildRelease(release.version);
    let before: Observed = release;
    try {
      restore(release, code?.folder);
      if (code) {
        before = await withStore(code.folder, (store) => observeStore(store, release.accounts.staff));
        expectToShow(before, release);
      } else
        print(`The code of ${release.version} is not in this clone: its store is restored by this version.`);
    } finally {
      await code?.remove();
    }
    await withStore(PROJECT, async (store) => {
      expectToShow(await observeStore(store, release.accounts.staff), before);
      await order(store, release);
    });
    const { output, rows } = await ledgerOf(dataDir, (sql) => sql`select from orders`);
    expect(output).toContain('The ledgers balance');
    expect(rows.length).toBeGreaterThan(30);
  });
});
