import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export interface BrowserProgram {
  executablePath: string;
  /** Flags besides those that Playwright gives by itself. Web security stays on. */
  args: string[];
  env: Record<string, string>;
}

const MODULES = join(import.meta.dirname, '../../node_modules');
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ON_A_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const ARGS = ['--disable-gpu', '--disable-quic', '--disable-sync', '--no-first-run'];

/**
 * The browser for tests: the Chromium or Chrome of this machine, else the one that npm installed, which brings its own
 * libraries and fonts and so runs where nothing else is installed.
 * @throws Error that says how to get one.
 */
export async function findBrowser(): Promise<BrowserProgram> {
  const installed = installedBrowser();
  return installed ? { executablePath: installed, args: ARGS, env: environment() } : unpackedBrowser();
}

function installedBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  // A file with that name may be no browser: some systems put a script there that asks for an installation.
  return [...candidates, ON_A_MAC].find(
    (path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0,
  );
}

/** Unpacks the browser from npm once, beside the packages or, where that cannot be written to, in a temporary folder. */
async function unpackedBrowser(): Promise<BrowserProgram> {
  const manifest = await readFile(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(await writableCache(), `chromium-${version}`);
  if (!existsSync(folder)) await unpack(folder);
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGS,
    env: {
      ...environment(),
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
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

/** The package unpacks into the temporary folder, and its libraries only when it thinks that it runs in a cloud. */
async function unpack(folder: string): Promise<void> {
  const partial = `${folder}.${process.pid}`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  const script = `import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())`;
  try {
    await promisify(execFile)(process.execPath, ['-e', script], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    });
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw new Error('There is no browser for the tests. Install Chromium and run them again.', {
      cause: error,
    });
  }
  await writeFile(join(partial, 'fonts.conf'), fontSettings(folder));
  await rename(partial, folder).catch(async (error: unknown) => {
    // Another process may have unpacked it meanwhile, which is as good.
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
}

function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
