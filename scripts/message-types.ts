import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a declaration beside each English message file with literal types, so that the type check knows each message's
 * parameters. TypeScript widens texts of JSON files to `string`.
 */
const folder = join(import.meta.dirname, '../app/i18n/messages/en');
for (const file of globSync('*.json', { cwd: folder })) {
  const messages = readFileSync(join(folder, file), 'utf8').trim();
  writeFileSync(
    join(folder, file.replace(/\.json$/, '.d.json.ts')),
    `declare const messages: ${messages};\nexport default messages;\n`,
  );
}
