import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/terminal.mjs';

/**
 * Path of the script behind a package's command, to run on the pinned Node.
 * @param {string} packageName
 * @param {string} [command] the command's name; by default the package's without its scope
 */
export function program(packageName, command = packageName.replace(/^@[^/]+\//, '')) {
  const folder = join('node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}
