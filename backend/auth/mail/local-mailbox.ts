import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { MailTransport, Message } from './message.ts';

export interface KeptMessage extends Message {
  id: string;
  /** ISO 8601. */
  sentAt: string;
}

export interface LocalMailbox extends MailTransport {
  /** Newest first. */
  list(): Promise<KeptMessage[]>;
  find(id: string): Promise<KeptMessage | undefined>;
}

const MOST_KEPT = 200;
const FILE = /^\d{15}-[0-9a-f]{12}\.json$/;
const Kept = z.object({
  id: z.string(),
  sentAt: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  kind: z.string(),
});

/** Keeps the newest messages in a folder, one small file each, for people who have no mail server. */
export function localMailbox(folder: string, now: () => Date): LocalMailbox {
  let turn: Promise<void> = Promise.resolve();

  async function files(): Promise<string[]> {
    try {
      return (await readdir(folder)).filter((name) => FILE.test(name)).sort();
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  }

  async function read(name: string): Promise<KeptMessage | undefined> {
    try {
      return Kept.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    } catch {
      return undefined;
    }
  }

  async function keep({ id: own, ...message }: Message): Promise<void> {
    const at = now();
    const tail = own
      ? createHash('sha256').update(own).digest('hex').slice(0, 12)
      : randomBytes(6).toString('hex');
    if (own && (await files()).some((name) => name.endsWith(`-${tail}.json`))) return;
    const id = `${String(at.getTime()).padStart(15, '0')}-${tail}`;
    const path = join(folder, `${id}.json`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const partial = `${path}.partial`;
    await writeFile(partial, JSON.stringify({ ...message, id, sentAt: at.toISOString() }), { mode: 0o600 });
    await rename(partial, path);
    const old = (await files()).slice(0, -MOST_KEPT);
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  }

  return {
    send(message) {
      const kept = turn.then(() => keep(message));
      turn = kept.catch(() => {});
      return kept;
    },
    async list() {
      const kept = await Promise.all((await files()).reverse().map(read));
      return kept.filter((message) => message !== undefined);
    },
    find: async (id) => (FILE.test(`${id}.json`) ? read(`${id}.json`) : undefined),
    close: () => {},
  };
}
