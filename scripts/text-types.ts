import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const app = join(import.meta.dirname, '../app');

/** Namespaces of the texts, by their files' names. */
export function namespacesOf(folder: string): string[] {
  return globSync('*.json', { cwd: folder })
    .map((file) => basename(file, '.json'))
    .toSorted();
}

/** Name of the function that returns a namespace's texts: `adminOrdersTexts` for `admin-orders`. */
export function textsName(namespace: string): string {
  return `${namespace.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Texts`;
}

/** Source of the module that exports a namespace's texts; a page loads only the modules it imports. */
export function textsModule(namespace: string): string {
  return `// Written by scripts/text-types.ts.
import { getTranslations } from '#app/i18n/translations.ts';
import texts from './en/${namespace}.json';

export const ${textsName(namespace)} = () => getTranslations('${namespace}', texts);
`;
}

/**
 * For each English text file, writes a declaration with literal types, so that the type check knows each
 * text's parameters (TypeScript widens JSON strings to `string`), and the module that exports its texts.
 */
function writeAll(): void {
  const texts = join(app, 'i18n/texts');
  const english = join(texts, 'en');
  const namespaces = namespacesOf(english);
  for (const namespace of namespaces) {
    const text = readFileSync(join(english, `${namespace}.json`), 'utf8').trim();
    writeFileSync(
      join(english, `${namespace}.d.json.ts`),
      `declare const texts: ${text};\nexport default texts;\n`,
    );
    writeFileSync(join(texts, `${namespace}.ts`), textsModule(namespace));
  }
  for (const file of globSync('*.ts', { cwd: texts }))
    if (!namespaces.includes(basename(file, '.ts'))) rmSync(join(texts, file));
}

if (import.meta.main) writeAll();
