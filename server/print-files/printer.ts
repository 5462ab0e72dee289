import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { HttpError } from '../http/http-error.ts';
import type { PrintJob, PrintOutcome } from './print-process.ts';

const PROGRAM = join(import.meta.dirname, 'print-process.ts');
/** Milliseconds after which an idle process exits to free its memory. */
const IDLE = 60_000;

/** Makes print files in a child process, so that pages are served meanwhile. */
export interface Printer {
  /** @throws HttpError 422 for a design that cannot be printed; Error if the process exits early */
  print(job: PrintJob): Promise<void>;
  close(): void;
}

/** Prints one at a time: a large one takes a core and much memory. The first print starts the process. */
export function startPrinter(): Printer {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = () => {
    clearTimeout(idle);
    child?.kill();
    child = undefined;
  };
  const running = (): ChildProcess => {
    if (child?.connected) return child;
    child = fork(PROGRAM, {
      execArgv: ['--max-semi-space-size=8'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    return child;
  };
  const send = async (job: PrintJob): Promise<void> => {
    clearTimeout(idle);
    const printing = running();
    const settled = new AbortController();
    const { signal } = settled;
    try {
      const ended = once(printing, 'exit', { signal }).then(() => {
        throw new Error('The print process ended before the file was made.');
      });
      const answered = once(printing, 'message', { signal });
      // Keep this process alive until a pending print is done.
      printing.channel?.ref();
      printing.send(job);
      const [outcome]: PrintOutcome[] = await Promise.race([answered, ended]);
      if (outcome?.status) throw new HttpError(outcome.status, outcome.message);
      if (outcome) throw new Error(outcome.message);
    } finally {
      settled.abort();
      printing.channel?.unref();
      idle = setTimeout(end, IDLE).unref();
    }
  };

  return {
    print(job) {
      const next = last.then(() => send(job));
      last = next.catch(() => {});
      return next;
    },
    close: end,
  };
}
