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

/** A built file's text. @param file its URL path, such as `/assets/root-1a2b.js`. */
export function textOf(file: string): string {
  return readFileSync(join(client, file), 'utf8');
}

/** Static imports, and any mention of another file, which includes dynamic imports. */
const imports = /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
const mentions = /["'`]\.\/([\w.-]+\.js)["'`]/g;

function addWithImports(files: Set<string>, file: string, pattern: RegExp): Set<string> {
  if (files.has(file)) return files;
  files.add(file);
  for (const [, name] of textOf(file).matchAll(pattern)) addWithImports(files, `/assets/${name}`, pattern);
  return files;
}

/** Built files whose names start with a prefix: the chunks of a lazily loaded module. */
export function builtFiles(name: string): string[] {
  return readdirSync(join(client, 'assets'))
    .filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
    .map((file) => `/assets/${file}`);
}

function moduleOf({ routes }: Manifest, route: string): string {
  const page = routes[route];
  if (!page) throw new Error(`There is no route ${route}.`);
  return page.module;
}

function filesFrom(first: readonly string[], pattern: RegExp): string[] {
  return [...first.reduce((files, file) => addWithImports(files, file, pattern), new Set<string>())];
}

/** What a browser loads with a page: the entry, the root, the route, and their static imports. */
export function javascriptOf(route: string, later: readonly string[] = []): string[] {
  const manifest = readManifest();
  const { module } = manifest.entry;
  return filesFrom([module, moduleOf(manifest, 'root'), moduleOf(manifest, route), ...later], imports);
}

/** Everything that pages of these routes may load. */
export function javascriptWithLazyOf(routes: readonly string[]): string[] {
  const manifest = readManifest();
  return filesFrom([manifest.entry.module, ...routes.map((route) => moduleOf(manifest, route))], mentions);
}

/** Transferred bytes of a file: the build stores a compressed copy next to all but the smallest files. */
function brotliBytes(file: string): number {
  const finished = join(client, `${file}.br`);
  return existsSync(finished) ? statSync(finished).size : brotliCompressSync(textOf(file)).length;
}

/** Transferred bytes of some files, in thousands. */
export function brotliKilobytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + brotliBytes(file), 0) / 1_000;
}
