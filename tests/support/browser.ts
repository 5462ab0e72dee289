import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import subsetFont from 'subset-font';

export interface BrowserProgram {
  executablePath: string;
  /** Flags in addition to Playwright's own. Web security stays on. */
  args: string[];
  env: Record<string, string>;
}

const MODULES = join(import.meta.dirname, '../../node_modules');
const PACKAGE = join(MODULES, '@sparticuz/chromium');
/** The Arabic fonts of phones; the browser package has none. */
const ARABIC = join(MODULES, '@fontsource/noto-sans-arabic/files');
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ON_A_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const ARGS = ['--disable-gpu', '--disable-quic', '--disable-sync', '--no-first-run'];
const ARABIC_LETTERS = Array.from({ length: 0x100 }, (_, at) => String.fromCodePoint(0x600 + at)).join('');
const FONT_SETTINGS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/**
 * The browser for tests: this machine's Chromium or Chrome, else the one installed by npm, which brings its own
 * libraries. On Linux both see only the fonts from npm, so that pages look the same on every machine.
 * @throws Error that says how to install one
 */
export async function findBrowser(): Promise<BrowserProgram> {
  const fonts = await unpackedOnce('system-fonts', unpackFonts);
  const env = { ...environment(), FONTCONFIG_FILE: join(fonts, 'fonts.conf') };
  const installed = installedBrowser();
  return installed ? { executablePath: installed, args: ARGS, env } : unpackedBrowser(env);
}

/** This machine's Chromium or Chrome, not the one from npm. */
export function installedBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  // The file may not be a browser: some systems install a script that asks for an installation.
  return [...candidates, ON_A_MAC].find(
    (path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0,
  );
}

async function unpackedBrowser(env: Record<string, string>): Promise<BrowserProgram> {
  const folder = await unpackedOnce('chromium', unpackBrowser);
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGS,
    env: { ...env, LD_LIBRARY_PATH: libraries },
  };
}

/**
 * A part of the browser package, unpacked once next to the packages or, if that is read-only, in a temporary folder.
 * @param unpack fills a folder
 */
async function unpackedOnce(name: string, unpack: (folder: string) => Promise<void>): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(await writableCache(), `${name}-${version}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  try {
    await unpack(partial);
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // If another process has unpacked it meanwhile, that copy is used.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function writableCache(): Promise<string> {
  const besidePackages = join(MODULES, '.cache');
  try {
    await mkdir(besidePackages, { recursive: true });
    await access(besidePackages, 2);
    return besidePackages;
  } catch {
    return join(tmpdir(), `souk-browser-${process.getuid?.() ?? 0}`);
  }
}

/** The package unpacks into the temporary folder, and unpacks its libraries only if it detects a cloud. */
async function unpackBrowser(folder: string): Promise<void> {
  const script = `import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())`;
  try {
    await promisify(execFile)(process.execPath, ['-e', script], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    });
  } catch (cause) {
    throw new Error('There is no browser for the tests. Install Chromium and run them again.', { cause });
  }
}

async function unpackFonts(folder: string): Promise<void> {
  const archive = join(folder, 'fonts.tar');
  await writeFile(archive, brotliDecompressSync(await readFile(join(PACKAGE, 'bin/fonts.tar.br'))));
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder]);
  for (const weight of [400, 700]) {
    const font = await readFile(join(ARABIC, `noto-sans-arabic-arabic-${weight}-normal.woff2`));
    const whole = await subsetFont(font, ARABIC_LETTERS, { targetFormat: 'sfnt' });
    await writeFile(join(folder, `fonts/NotoSansArabic-${weight}.ttf`), whole);
  }
  await writeFile(join(folder, 'fonts.conf'), FONT_SETTINGS);
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
