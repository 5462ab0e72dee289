import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** The result of rendering a page. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Tags of the page's data; a change to one makes the page stale. */
  tags: ReadonlySet<string>;
  /** Expiry without a data change, in epoch milliseconds. */
  freshUntil?: number | undefined;
}

const COMPRESSIBLE = /^(text\/|application\/(json|ld\+json|xml|manifest\+json|javascript)|image\/svg)/;
/** A window of the page's size: the default of 4 MB would be allocated for each. Most results fit in one chunk. */
const brotliOf = (quality: number) => ({
  chunkSize: 64 * 1024,
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
});
/** While a client waits. */
const FAST = brotliOf(5);
/** For pages that stay in the cache: smaller, at 70 ms of a core. */
const DENSE = brotliOf(10);
/** Below this, compression saves no packet. */
const MIN_COMPRESSED_SIZE = 1024;
/** Estimated bytes per tag in the index from tags to pages. */
const PER_TAG = 200;
/** Estimated size of a page in brotli and gzip, relative to brotli alone. */
const BOTH_ENCODINGS = 2.25;

/**
 * Pages recently requested uncompressed, by ETag: decompressing takes ten times as long as sending, and such
 * clients request the same pages again.
 */
const plain = new LRUCache<string, Buffer>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: ({ length }) => length,
});

/**
 * A rendered page: its bytes and validators. Only compressed bytes are kept, a sixth of the page; the few
 * clients that accept no compression get them decompressed.
 */
export class Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: ReadonlySet<string>;
  /** Epoch milliseconds; infinite without an expiry. */
  readonly freshUntil: number;
  readonly etag: string;
  private readonly stored: { encoding: 'br' | 'identity'; bytes: Buffer };
  private isRecompressed: boolean;
  /** Created for the first client that prefers it. */
  private gzip: Promise<Buffer> | undefined;

  private constructor(rendered: Omit<Rendered, 'body'>, etag: string, stored: Page['stored']) {
    this.status = rendered.status;
    this.headers = rendered.headers;
    this.tags = rendered.tags;
    this.freshUntil = rendered.freshUntil ?? Number.POSITIVE_INFINITY;
    this.etag = etag;
    this.stored = stored;
    this.isRecompressed = stored.encoding === 'identity';
  }

  /** Compresses a rendered page if that is worth it. */
  static async of({ body, ...rendered }: Rendered): Promise<Page> {
    const etag = hash('sha1', body, 'base64url').slice(0, 22);
    const compressible =
      body.length >= MIN_COMPRESSED_SIZE && COMPRESSIBLE.test(rendered.headers['content-type'] ?? '');
    const stored: Page['stored'] = compressible
      ? { encoding: 'br', bytes: await compressBrotli(body, FAST) }
      : { encoding: 'identity', bytes: body };
    return new Page(rendered, etag, stored);
  }

  /** Compresses the page into fewer bytes, once, off the event loop. */
  async recompress(): Promise<void> {
    if (this.isRecompressed) return;
    this.isRecompressed = true;
    this.stored.bytes = await compressBrotli(await decompressBrotli(this.stored.bytes), DENSE);
  }

  /** Size for the cache's limit: the bytes in both encodings, and estimates for headers and tags. */
  get size(): number {
    let beside = 1024;
    for (const [name, value] of Object.entries(this.headers)) beside += name.length + value.length;
    for (const tag of this.tags) beside += tag.length + PER_TAG;
    return Math.ceil(this.stored.bytes.length * BOTH_ENCODINGS) + beside;
  }

  /** The best encoding that a client accepts. */
  encodingFor(accepted: string | undefined): ContentEncoding {
    return this.stored.encoding === 'br' ? bestEncoding(accepted) : 'identity';
  }

  /** The page's bytes in an encoding that `encodingFor` chose. */
  bytes(encoding: ContentEncoding): Buffer | Promise<Buffer> {
    if (encoding === this.stored.encoding) return this.stored.bytes;
    if (encoding === 'identity') return plain.get(this.etag) ?? this.decompress();
    this.gzip ??= decompressBrotli(this.stored.bytes).then((body) => compressGzip(body, { level: 6 }));
    return this.gzip;
  }

  private async decompress(): Promise<Buffer> {
    const bytes = await decompressBrotli(this.stored.bytes);
    plain.set(this.etag, bytes);
    return bytes;
  }
}

/** Prefers brotli, then gzip; a quality of 0 excludes an encoding. */
export function bestEncoding(accepted: string | undefined): ContentEncoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}
