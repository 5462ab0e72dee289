import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { presets } from '../../app/brands/presets.ts';
import { startStoreProcess } from '../support/store-process.ts';
import { adminOf } from './stock.ts';

/** The copies need not survive a power failure. */
const NOT_DURABLE = '\nfsync = off\nfull_page_writes = off\nsynchronous_commit = off\n';

/**
 * Creates one stocked, stopped store; every worker's store starts with a copy of its data folder. It is kept in
 * `TEST_STORES`, if set, for the next run of Playwright, with the pictures that the stores of this run have resized.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await temporaryFolder();
  process.env.SOUK_JOURNEYS = folder;
  process.env.TEST_STORES ??= folder;
  const { TEST_STORES: shelf } = process.env;
  if (!existsSync(templateIn(shelf))) await fill(shelf);
  return async () => {
    if (shelf !== folder) await keepPictures(folder, shelf);
    await rm(folder, { recursive: true, force: true });
  };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-e2e-'));
  // If PostgreSQL's user could not access the data folder, it would hold a link, and all copies would share one database.
  await chmod(folder, 0o711);
  return folder;
}

async function fill(shelf: string): Promise<void> {
  const unfinished = join(shelf, 'unfinished');
  const store = await startStoreProcess(unfinished);
  // The tests' customers share a few phone numbers and addresses.
  const anyNumber = { unpaid_orders_limit: null, unpaid_pieces_limit: null };
  await adminOf(store)
    .from('staff_settings')
    .upsert(presets.map(({ id }) => ({ tenant_id: id, ...anyNumber })))
    .throwOnError();
  await store.stop();
  await appendFile(join(unfinished, 'postgres/postgresql.conf'), NOT_DURABLE);
  await writeFile(join(shelf, welcomeFile), store.output());
  await rename(unfinished, templateIn(shelf));
}

/** Adds the resized pictures of a run's stores to the template: each store would spend seconds on resizing the same ones. */
async function keepPictures(folder: string, shelf: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pictures = join(folder, name, 'pictures');
    if (existsSync(pictures)) await cp(pictures, join(templateIn(shelf), 'pictures'), { recursive: true });
  }
}

const templateIn = (shelf: string): string => join(shelf, 'template');
const welcomeFile = 'welcome.txt';

/** The output of the store's first start. */
export const welcomeOfTemplate = (): Promise<string> =>
  readFile(join(process.env.TEST_STORES ?? '', welcomeFile), 'utf8');

/** A copy of the template's data folder, preserving owners and modes. */
export function copyTemplate(name: string): string {
  const copy = join(process.env.SOUK_JOURNEYS ?? '', name);
  const template = templateIn(process.env.TEST_STORES ?? '');
  const { status, stderr } = spawnSync('cp', ['-a', template, copy], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The template could not be copied: ${stderr}`);
  return copy;
}
