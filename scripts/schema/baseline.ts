import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS, schemasText } from './databases.ts';

const BASELINE = '20261201000000_baseline.sql';

/**
 * Writes the migration that the first release begins with, and its checksum.
 *
 * @throws Error when migrations follow it: stores have run it by then
 */
async function writeBaseline(): Promise<void> {
  await mkdir(MIGRATIONS, { recursive: true });
  const later = (await readdir(MIGRATIONS)).find((name) => name.endsWith('.sql') && name !== BASELINE);
  if (later)
    throw new Error(
      `${later} follows the baseline, which is history then: npm run db:diff -- name writes the next.`,
    );
  const text = `-- Made from supabase/schemas by scripts/schema/baseline.ts.\n\n${await schemasText()}`;
  await writeFile(join(MIGRATIONS, BASELINE), text);
  const sum = createHash('sha256').update(text).digest('hex');
  await writeFile(`${MIGRATIONS}.sha256`, `${sum}  ${BASELINE}\n`);
}

if (import.meta.main) await writeBaseline();
