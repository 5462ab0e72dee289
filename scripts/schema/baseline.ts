import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SUPABASE = join(import.meta.dirname, '../../supabase');
const BASELINE = '20261201000000_baseline.sql';

/** The files of supabase/schemas, one after the other as they have to run. */
export async function schemasText(): Promise<string> {
  const folder = join(SUPABASE, 'schemas');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(
    files.map(async (name) => `-- schemas/${name}\n\n${await readFile(join(folder, name), 'utf8')}`),
  );
  return texts.join('\n');
}

/**
 * Writes the migration that the first release begins with, and its checksum.
 *
 * @throws Error when migrations follow it: stores have run it by then
 */
async function writeBaseline(): Promise<void> {
  const folder = join(SUPABASE, 'migrations');
  await mkdir(folder, { recursive: true });
  const later = (await readdir(folder)).find((name) => name.endsWith('.sql') && name !== BASELINE);
  if (later)
    throw new Error(
      `${later} follows the baseline, which is history then: npm run db:diff -- name writes the next.`,
    );
  const text = `-- Made from supabase/schemas by scripts/schema/baseline.ts.\n\n${await schemasText()}`;
  await writeFile(join(folder, BASELINE), text);
  const sum = createHash('sha256').update(text).digest('hex');
  await writeFile(join(SUPABASE, 'migrations.sha256'), `${sum}  ${BASELINE}\n`);
}

if (import.meta.main) await writeBaseline();
