import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';

/** The last entry, with the digest of all others; missing in a truncated file. */
const END = 'complete.json';
const MAX_END_SIZE = 4_096;

/** A file in an archive; its content must be consumed before the next entry. */
export interface Entry {
  name: string;
  size: number;
  content: AsyncIterable<Uint8Array>;
}

type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface ArchiveWriter {
  /** @param size number of bytes in `content` */
  add(name: string, size: number, content: Content): Promise<void>;
  addBytes(name: string, bytes: Uint8Array): Promise<void>;
  /** Writes the last entry and resolves once the sink has flushed. */
  finish(): Promise<void>;
  /** Destroys the sink with an error. */
  destroy(error: Error): void;
}

/** The file is not a complete backup. */
export class DamagedArchive extends Error {}

/** Fast compression, as pictures are already compressed. */
export const compression = () => createGzip({ level: 1 });

/** Opens the tar in a compressed file. @param onBytes called with the number of bytes read */
export function openArchive(
  file: string,
  onBytes: (count: number) => void = () => {},
  signal?: AbortSignal,
): Readable {
  const bytes = createReadStream(file, { highWaterMark: 1024 * 1024, ...(signal ? { signal } : {}) });
  bytes.on('data', (chunk) => onBytes(chunk.length));
  const tar = createGunzip();
  // Errors of either stream reach the reader through the tar.
  pipeline(bytes, tar).catch(() => {});
  return tar;
}

/** Writes a tar through a pipeline of streams; the last one is the sink. */
export function writeArchive(...streams: [Writable, ...Writable[]]): ArchiveWriter {
  const tar = pack();
  const completed = pipeline([Readable.from(tar), ...streams]);
  const failed = completed.then(() => new Promise<never>(() => {}));
  // Rejects in `add` or `finish`; avoids an unhandled rejection.
  failed.catch(() => {});
  const digest = createHash('sha256');
  let entries = 0;

  const put = (name: string, size: number, content: Content) => {
    const added = new Promise<void>((done, fail) => {
      const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? fail(error) : done()));
      Readable.from(content, { objectMode: false }).once('error', fail).pipe(entry.once('error', fail));
    });
    return Promise.race([added, failed]);
  };
  const add = async (name: string, size: number, content: Content) => {
    entries += 1;
    digest.update(`${name}\0${size}\0`);
    await put(name, size, digested(content, digest));
  };
  return {
    add,
    addBytes: (name, bytes) => add(name, bytes.byteLength, [bytes]),
    async finish() {
      const end = Buffer.from(JSON.stringify({ entries, sha256: digest.digest('hex') }));
      await put(END, end.byteLength, [end]);
      tar.finalize();
      await completed;
    },
    destroy: (error) => tar.destroy(error),
  };
}

/**
 * Reads a tar to its end and verifies its digest.
 * @throws DamagedArchive when it is not a complete archive; content read before the end is unverified
 */
export async function* readArchive(source: Readable): AsyncGenerator<Entry> {
  const tar = extract();
  const piped = pipeline(source, tar);
  piped.catch(() => {});
  const digest = createHash('sha256');
  let entries = 0;
  let end: string | undefined;
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      if (end !== undefined) throw new DamagedArchive('something follows its end');
      if (name === END && size <= MAX_END_SIZE) {
        end = (await buffer(bytesIn(entry))).toString();
        continue;
      }
      entries += 1;
      digest.update(`${name}\0${size}\0`);
      yield { name, size, content: digested(bytesIn(entry), digest, mapStreamError) };
    }
    await piped;
  } catch (error) {
    throw mapStreamError(error);
  }
  if (end === undefined) throw new DamagedArchive('its end is missing');
  if (end !== JSON.stringify({ entries, sha256: digest.digest('hex') })) {
    throw new DamagedArchive('its content is not what was written');
  }
}

async function* bytesIn(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
}

async function* digested(
  content: Content,
  digest: { update(bytes: Uint8Array): unknown },
  explain = (error: unknown) => error,
) {
  try {
    for await (const chunk of content) {
      digest.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw explain(error);
  }
}

/** Maps errors of zlib and tar-stream to `DamagedArchive`; returns other errors unchanged. */
function mapStreamError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const ofZlib = 'code' in error && /^Z_/.test(String(error.code));
  return ofZlib || /^(Invalid tar header|Unexpected end of data)/.test(error.message)
    ? new DamagedArchive(error.message, { cause: error })
    : error;
}
