import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const KEPT = 8;

/** Remembers the last lines that a child wrote to its standard error. */
export class LastLines {
  /** Resolves when the child has ended and said everything. */
  readonly complete: Promise<unknown>;
  private lines: string[] = [];

  constructor(child: ChildProcess) {
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => this.add(chunk));
    child.on('error', (error) => this.add(error.message));
    this.complete = once(child, 'close').catch(() => {});
  }

  text(): string {
    return this.lines.join('\n') || 'it said nothing';
  }

  private add(chunk: string): void {
    this.lines = [...this.lines, ...chunk.split('\n').filter(Boolean)].slice(-KEPT);
  }
}
