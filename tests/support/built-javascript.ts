import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const client = join(import.meta.dirname, '../../build/client');

interface Manifest {
  entry: { module: string };
  routes: Record<string, { module: string }>;
}

function readManifest(): Manifest {
  const assets = join(client, 'assets');
  const file = readdirSync(assets).find((name) => /^manifest-\w+\.js$/.test(name));
  if (!file) throw new Error('There is no built store; run npm run build.');
  const text = readFileSync(join(assets, file), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{')).replace(/;$/, ''));
}

/** A built file's text. @param file its path on the store, such as `/assets/root-1a2b.js`. */
export function textOf(file: string): string {
  return readFileSync(join(client, file), 'utf8');
}

function addWithImports(files: Set<string>, file: string): Set<string> {
  if (files.has(file)) return files;
  files.add(file);
  const imports = textOf(file).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
  for (const [, name] of imports) addWithImports(files, `/assets/${name}`);
  return files;
}

/** The files of the build whose names begin like this: what a module becomes that is loaded on its own. */
export function builtFiles(name: string): string[] {
  return readdirSync(join(client, 'assets'))
    .filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
    .map((file) => `/assets/${file}`);
}

/** What a browser loads for a page by itself: the store's start, the root, the route, and all that they import at once. */
export function javascriptOf(route: string, later: readonly string[] = []): string[] {
  const { entry, routes } = readManifest();
  const page = routes[route];
  if (!page) throw new Error(`There is no route ${route}.`);
  const first = [entry.module, routes.root?.module ?? '', page.module, ...later];
  return [...first.reduce(addWithImports, new Set<string>())];
}

/** Bytes of a file as they travel: the build leaves all but the smallest compressed beside it. */
function brotliBytes(file: string): number {
  const finished = join(client, `${file}.br`);
  return existsSync(finished) ? statSync(finished).size : brotliCompressSync(textOf(file)).length;
}

/** How many bytes of some files travel, in thousands. */
export function brotliKilobytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + brotliBytes(file), 0) / 1_000;
}
