import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** The result of rendering a page. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Tags of the page's data; a change of one makes the page stale. */
  tags: ReadonlySet<string>;
  /** Expiry without a data change, in epoch milliseconds. */
  freshUntil?: number | undefined;
}

const COMPRESSIBLE = /^(text\/|application\/(json|ld\+json|xml|manifest\+json|javascript)|image\/svg)/;
/** Estimated bytes per tag in the index from tags to pages. */
const PER_TAG = 200;
/** Below this, compression saves no packet. */
const MIN_COMPRESSED_SIZE = 1024;

/** A rendered page: bytes, validators, and compressed forms made on first use. */
export class Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: ReadonlySet<string>;
  readonly etag: string;
  /** Epoch milliseconds; infinite without an expiry. */
  readonly freshUntil: number;
  private readonly body: Buffer;
  private readonly compressed = new Map<Encoding, Buffer | Promise<Buffer>>();

  constructor(rendered: Rendered) {
    this.status = rendered.status;
    this.headers = rendered.headers;
    this.tags = rendered.tags;
    this.body = rendered.body;
    this.freshUntil = rendered.freshUntil ?? Number.POSITIVE_INFINITY;
    this.etag = hash('sha1', this.body, 'base64url').slice(0, 22);
  }

  /** Size for the cache's limit: the body and estimates for compressed forms, headers and tags. */
  get size(): number {
    let beside = 1024;
    for (const [name, value] of Object.entries(this.headers)) beside += name.length + value.length;
    for (const tag of this.tags) beside += tag.length + PER_TAG;
    return Math.ceil(this.body.length * 1.5) + beside;
  }

  /** The best encoding that a client accepts. */
  encodingFor(accepted: string | undefined): Encoding {
    return this.worthCompressing() ? bestEncoding(accepted) : 'identity';
  }

  /** The page's bytes in an encoding, compressed once. */
  bytes(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.body;
    const cached = this.compressed.get(encoding);
    if (cached) return cached;
    const compressing = this.compress(encoding).then((bytes) => {
      this.compressed.set(encoding, bytes);
      return bytes;
    });
    this.compressed.set(encoding, compressing);
    return compressing;
  }

  private compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    return encoding === 'br' ? brotli(this.body, BROTLI) : gzipped(this.body, { level: 6 });
  }

  private worthCompressing(): boolean {
    return this.body.length >= MIN_COMPRESSED_SIZE && COMPRESSIBLE.test(this.headers['content-type'] ?? '');
  }
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Prefers brotli, then gzip; a quality of 0 is a refusal. */
export function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}
