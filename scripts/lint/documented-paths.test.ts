import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 100_000_000,
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const folders = [...new Set(files.map(dirname))];
const names = new Set(files.map((file) => basename(file)));

/** Whether a text names a file or folder, in full or by its last parts. */
function isThere(path: string): boolean {
  if (!path.includes('/')) return names.has(path);
  if (existsSync(path)) return true;
  return [...files, ...folders].some((known) => known.endsWith(`/${path}`));
}

const isPath = (text: string) =>
  /^[\w.-]+(?:\/[\w.-]+)*$/.test(text) &&
  (text.includes('/') || /\.(?:tsx?|sql|json|mjs|css|md)$/.test(text));

it('every file and folder that the architecture names is there', () => {
  const missing: string[] = [];
  let named = 0;
  for (const document of ['docs/architecture.md', 'docs/decisions/mutations.md']) {
    const text = readFileSync(document, 'utf8');
    for (const [, code = ''] of text.matchAll(/`([^`\n]+)`/g)) {
      if (!isPath(code)) continue;
      named += 1;
      if (!isThere(code)) missing.push(`${document}: ${code}`);
    }
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)) {
      named += 1;
      if (!existsSync(join(dirname(document), link))) missing.push(`${document}: ${link}`);
    }
  }
  expect(missing).toEqual([]);
  expect(named).toBeGreaterThan(150);
});

it('every document that a comment cites is there', () => {
  const missing: string[] = [];
  for (const file of files) {
    // The backend has documents of its own.
    if (!/^(?:app|server|demo|tests|bench|scripts|supabase\/schemas)\/.*\.(?:tsx?|sql|css|grit)$/.test(file))
      continue;
    for (const [path] of readFileSync(file, 'utf8').matchAll(/\bdocs\/(?:decisions\/)?[\w-]+\.md/g))
      if (!existsSync(path)) missing.push(`${file}: ${path}`);
  }
  expect(missing).toEqual([]);
});
