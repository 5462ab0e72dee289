import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';

/** The last entry: what all others come to. A file that was cut off has none. */
const END = 'complete.json';
const HIGHEST_END = 4_096;

/** A file within an archive; the content has to be read to its end before the next one is asked for. */
export interface Entry {
  name: string;
  size: number;
  content: AsyncIterable<Uint8Array>;
}

export interface ArchiveWriter {
  /** @param size bytes that `content` will have */
  add(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  addBytes(name: string, bytes: Uint8Array): Promise<void>;
  /** Writes the end and resolves when the sink has taken everything. */
  finish(): Promise<void>;
  /** Ends the sink with an error. */
  destroy(error: Error): void;
}

/** Says why a file cannot be a whole backup. */
export class DamagedArchive extends Error {}

/** Compresses what goes into a file: quickly, for pictures are compressed already. */
export const compression = () => createGzip({ level: 1 });

/** The tar within a compressed file. @param onBytes told how much more of the file has been read */
export function openArchive(
  file: string,
  onBytes: (count: number) => void = () => {},
  signal?: AbortSignal,
): Readable {
  const bytes = createReadStream(file, { highWaterMark: 1024 * 1024, ...(signal ? { signal } : {}) });
  bytes.on('data', (chunk) => onBytes(chunk.length));
  const tar = createGunzip();
  // Whoever reads the tar hears what goes wrong in either of them.
  pipeline(bytes, tar).catch(() => {});
  return tar;
}

/** Writes a tar into streams that follow each other; the last one is the sink. */
export function writeArchive(...streams: [Writable, ...Writable[]]): ArchiveWriter {
  const tar = pack();
  const written = pipeline([Readable.from(tar), ...streams]);
  const failed = written.then(() => new Promise<never>(() => {}));
  // Whoever adds or finishes hears of it.
  failed.catch(() => {});
  const digest = createHash('sha256');
  let entries = 0;

  const put = (name: string, size: number, content: AsyncIterable<Uint8Array>) => {
    const added = new Promise<void>((done, fail) => {
      const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? fail(error) : done()));
      Readable.from(content, { objectMode: false }).once('error', fail).pipe(entry.once('error', fail));
    });
    return Promise.race([added, failed]);
  };
  const add = async (name: string, size: number, content: AsyncIterable<Uint8Array>) => {
    entries += 1;
    digest.update(`${name}\0${size}\0`);
    await put(name, size, digested(content, digest));
  };
  return {
    add,
    addBytes: (name, bytes) => add(name, bytes.byteLength, one(bytes)),
    async finish() {
      const end = Buffer.from(JSON.stringify({ entries, sha256: digest.digest('hex') }));
      await put(END, end.byteLength, one(end));
      tar.finalize();
      await written;
    },
    destroy: (error) => tar.destroy(error),
  };
}

/**
 * Reads a tar to its end.
 * @throws DamagedArchive when it is none, or not as it was written. Until then nothing that was read is certain.
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
      if (name === END && size <= HIGHEST_END) {
        end = (await buffer(bytesIn(entry))).toString();
        continue;
      }
      entries += 1;
      digest.update(`${name}\0${size}\0`);
      yield { name, size, content: digested(bytesIn(entry), digest, inWords) };
    }
    await piped;
  } catch (error) {
    throw inWords(error);
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
  content: AsyncIterable<Uint8Array>,
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

async function* one(bytes: Uint8Array) {
  yield bytes;
}

/** What zlib and tar-stream say of bytes that they cannot read is damage; any other error stays. */
function inWords(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const ofZlib = 'code' in error && /^Z_/.test(String(error.code));
  return ofZlib || /^(Invalid tar header|Unexpected end of data)/.test(error.message)
    ? new DamagedArchive(error.message, { cause: error })
    : error;
}
