import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { inspect } from 'node:util';
import { onLauncherGone } from './launcher.mjs';
import { Problem, root } from './terminal.mjs';

/** One Ctrl-C arrives twice within this time, from the terminal and from npm. */
const DUPLICATE_SIGNAL_MS = 400;
/** Time to exit after a signal: installers and builders (npm would clean up for minutes), and other programs. */
const TIDYING = { keep: 2_000, inherit: 15_000 };

/**
 * @typedef {object} Finished
 * @property {number} code 0 on success; 128 plus the signal's number for a killed child
 * @property {string} output captured output; '' when inherited
 * @property {NodeJS.Signals | null} signal the signal that killed it
 */

/** The child processes, each in a process group that signals are forwarded to. */
export class Children {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  #running = new Set();
  /** @type {NodeJS.Signals | undefined} */
  #stopped;
  #lastSignal = 0;
  #presses = 0;
  #endsInOrder = false;
  #tidying = 0;

  /**
   * Runs `work`, forwards signals to the current child, and exits with the code of `work`. After a signal no further
   * child starts.
   * @param {(children: Children) => Promise<Finished | number>} work
   */
  static async lead(work) {
    const children = new Children();
    for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(name, () => children.#pass(name));
    }
    onLauncherGone(() => children.#pass('SIGTERM'));
    try {
      const result = await work(children);
      process.exit(typeof result === 'number' ? result : result.code);
    } catch (error) {
      if (error instanceof Stopped) process.exit(128 + constants.signals[error.signal]);
      process.stderr.write(`\n${error instanceof Problem ? error.message : inspect(error)}\n`);
      process.exit(1);
    }
  }

  /**
   * Runs a program in the project's folder to its end.
   * @param {string} command
   * @param {string[]} args
   * @param {object} [options]
   * @param {'inherit' | 'keep'} [options.output]
   * @param {NodeJS.ProcessEnv} [options.env]
   * @param {boolean} [options.disconnects] Whether the program learns, by a closing channel, that this process died.
   * @returns {Promise<Finished>}
   */
  async run(command, args, { output = 'keep', env = process.env, disconnects = false } = {}) {
    if (this.#stopped) throw new Stopped(this.#stopped);
    const printed = output === 'inherit' ? 'inherit' : 'pipe';
    const child = spawn(command, args, {
      cwd: root,
      env,
      detached: process.platform !== 'win32',
      stdio: ['ignore', printed, printed, ...(disconnects ? /** @type {const} */ (['ipc']) : [])],
    });
    this.#running.add(child);
    this.#endsInOrder = disconnects;
    this.#tidying = TIDYING[output];
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
    }
    const [code, signal] = await once(child, 'close').finally(() => {
      this.#running.delete(child);
    });
    // The store exits gracefully on a signal; other programs were interrupted.
    if (this.#stopped && !disconnects) throw new Stopped(this.#stopped);
    const number = signal ? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)] : code;
    return { code: number, output: text, signal };
  }

  /** @param {NodeJS.Signals} signal */
  #pass(signal) {
    const now = Date.now();
    if (now - this.#lastSignal < DUPLICATE_SIGNAL_MS) return;
    this.#lastSignal = now;
    if (this.#running.size === 0) process.exit(128 + constants.signals[signal]);
    this.#stopped = signal;
    this.#presses += 1;
    const gentlePresses = this.#endsInOrder ? 2 : 1;
    for (const child of this.#running) {
      send(child, this.#presses > gentlePresses ? 'SIGKILL' : signal);
      if (!this.#endsInOrder) setTimeout(() => send(child, 'SIGKILL'), this.#tidying).unref();
    }
  }

  /** Whether this process received a signal. */
  get stopped() {
    return this.#stopped !== undefined;
  }
}

class Stopped extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.signal = signal;
  }
}

/**
 * Sends a signal to a child's process group.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function send(child, signal) {
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has just exited.
  }
}
