import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { presets } from '../../app/brands/presets.ts';
import { startStoreProcess } from '../support/store-process.ts';
import { adminOf } from './stock.ts';

/** Creates one stocked, stopped store; every worker's store starts with a copy of its data folder. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-e2e-'));
  // If PostgreSQL's user could not access the data folder, it would hold a link, and all copies would share one database.
  await chmod(folder, 0o711);
  process.env.SOUK_JOURNEYS = folder;
  const store = await startStoreProcess(join(folder, 'template'));
  // The tests' customers share a few phone numbers and addresses.
  const anyNumber = { unpaid_orders_limit: null, unpaid_pieces_limit: null };
  await adminOf(store)
    .from('staff_settings')
    .upsert(presets.map(({ id }) => ({ tenant_id: id, ...anyNumber })))
    .throwOnError();
  await store.stop();
  await writeFile(join(folder, welcomeFile), store.output());
  return () => rm(folder, { recursive: true, force: true });
}

const welcomeFile = 'welcome.txt';

/** The output of the store's first start. */
export const welcomeOfTemplate = (): Promise<string> =>
  readFile(join(process.env.SOUK_JOURNEYS ?? '', welcomeFile), 'utf8');

/** A copy of the template's data folder, preserving owners and modes. */
export function copyTemplate(name: string): string {
  const folder = process.env.SOUK_JOURNEYS ?? '';
  const copy = join(folder, name);
  const { status, stderr } = spawnSync('cp', ['-a', join(folder, 'template'), copy], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The template could not be copied: ${stderr}`);
  return copy;
}
