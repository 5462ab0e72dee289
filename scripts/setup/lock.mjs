import { join } from 'node:path';
// Imported by path: this runs before anything is installed.
import { LockHeld, takePidLock } from '../../packages/backend/src/postgres/pid-lock.mjs';
import { Problem, print, root } from './terminal.mjs';

const MAX_WAIT = 20 * 60_000;

/**
 * Runs work on the project's folder under a lock shared by all starts.
 * @template T
 * @param {string} what a verb, for the message
 * @param {() => Promise<T>} work
 */
export async function withLock(what, work) {
  const unlock = await lock(what);
  try {
    return await work();
  } finally {
    unlock();
  }
}

/** @param {string} what */
async function lock(what) {
  const file = join(root, '.setup.pid');
  try {
    return await takePidLock(file).catch((error) => {
      if (!(error instanceof LockHeld)) throw error;
      print(`Waiting for process ${error.holder.pid}, which installs or builds here`);
      return takePidLock(file, { timeout: MAX_WAIT });
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
      throw new Problem(
        `There is something to ${what}, but ${root} cannot be written to.`,
        'Run the command once as the user that owns the folder, or clone it to a folder of your own.',
      );
    }
    if (code === 'ENOSPC') throw new Problem('The disk is full. Free some space and run the command again.');
    throw error;
  }
}
