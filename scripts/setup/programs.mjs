import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './say.mjs';

/**
 * The script behind a command that an installed package brings, to be run by the pinned Node.
 * @param {string} packageName
 * @param {string} [command] The command's name; the package's own, without its scope, when not given.
 */
export function program(packageName, command = packageName.replace(/^@[^/]+\//, '')) {
  const folder = join('node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}
