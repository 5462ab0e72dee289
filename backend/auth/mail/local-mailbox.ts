import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { MailTransport, Message } from './message.ts';

const MAX_MESSAGES = 200;
const FILE = /^\d{15}-[0-9a-f]{12}\.json$/;
const StoredMessageSchema = z.object({
  id: z.string(),
  /** ISO 8601. */
  sentAt: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  kind: z.string(),
});
export type StoredMessage = z.output<typeof StoredMessageSchema>;

export interface LocalMailbox extends MailTransport {
  /** Lists the messages, newest first. */
  list(): Promise<StoredMessage[]>;
  find(id: string): Promise<StoredMessage | undefined>;
}

/** Stores the newest messages in a folder, one file each, when there is no mail server. */
export function localMailbox(folder: string, now: () => Date): LocalMailbox {
  let queue: Promise<void> = Promise.resolve();

  async function files(): Promise<string[]> {
    try {
      return (await readdir(folder)).filter((name) => FILE.test(name)).sort();
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  }

  async function read(name: string): Promise<StoredMessage | undefined> {
    try {
      return StoredMessageSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    } catch {
      return undefined;
    }
  }

  async function keep({ id: messageId, ...message }: Message): Promise<void> {
    const at = now();
    const tail = messageId
      ? createHash('sha256').update(messageId).digest('hex').slice(0, 12)
      : randomBytes(6).toString('hex');
    if (messageId && (await files()).some((name) => name.endsWith(`-${tail}.json`))) return;
    const id = `${String(at.getTime()).padStart(15, '0')}-${tail}`;
    const path = join(folder, `${id}.json`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const partial = `${path}.partial`;
    await writeFile(partial, JSON.stringify({ ...message, id, sentAt: at.toISOString() }), { mode: 0o600 });
    await rename(partial, path);
    const old = (await files()).slice(0, -MAX_MESSAGES);
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  }

  return {
    send(message) {
      const stored = queue.then(() => keep(message));
      queue = stored.catch(() => {});
      return stored;
    },
    async list() {
      const messages = await Promise.all((await files()).reverse().map(read));
      return messages.filter((message) => message !== undefined);
    },
    find: async (id) => (FILE.test(`${id}.json`) ? read(`${id}.json`) : undefined),
    close: () => {},
  };
}
