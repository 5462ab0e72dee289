import { execFileSync } from 'node:child_process';
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

interface Manifest {
  bin: Record<string, string>;
  exports: Record<string, string>;
  [field: string]: unknown;
}

const ROOT = join(import.meta.dirname, '..');
const SOURCES = join(ROOT, 'src');
const BUILD = join(ROOT, 'build');
/** Files that the sources read at runtime. */
const ASSETS = new Set(['.sql', '.txt']);

/** Path of a source such as `./src/serve.ts` in the build. */
const built = (source: string) => source.replace('./src/', './').replace(/ts$/, 'js');

/**
 * Builds the published package in `build/`: JavaScript, as Node runs no TypeScript below node_modules, its types, and a
 * package.json with the exports and commands of the sources, without `testing`.
 */
async function build(): Promise<void> {
  await rm(BUILD, { recursive: true, force: true });
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  execFileSync(process.execPath, [join(typescript, 'bin/tsc'), '-p', join(ROOT, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
  await cp(SOURCES, BUILD, {
    recursive: true,
    filter: (path) => extname(path) === '' || ASSETS.has(extname(path)),
  });
  await cp(join(ROOT, 'README.md'), join(BUILD, 'README.md'));
  const {
    private: _private,
    scripts: _scripts,
    devDependencies: _development,
    ...manifest
  } = await readManifest();
  const exported = Object.entries(manifest.exports).filter(([, source]) => source.startsWith('./src/'));
  const published = {
    ...manifest,
    exports: Object.fromEntries(exported.map(([name, source]) => [name, built(source)])),
    bin: Object.fromEntries(Object.entries(manifest.bin).map(([name, source]) => [name, built(source)])),
  };
  await writeFile(join(BUILD, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  for (const source of Object.values(published.bin)) await chmod(join(BUILD, source), 0o755);
}

async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
}

await build();
