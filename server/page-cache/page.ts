import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** What a renderer gives for one page. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** What the page was made of; a change of one of them makes it stale. */
  tags: ReadonlySet<string>;
  /** When it expires without a change of the data, in epoch ms; missing where only changes expire it. */
  freshUntil?: number | undefined;
}

const COMPRESSIBLE = /^(text\/|application\/(json|ld\+json|xml|manifest\+json|javascript)|image\/svg)/;
/** Bytes that a tag takes in the index from tags to pages. */
const PER_TAG = 200;
/** Below this a compressed body saves no packet. */
const SMALLEST_COMPRESSED = 1024;

/** A finished page: bytes, validators, and each compressed form made when it is first asked for. */
export class Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: ReadonlySet<string>;
  readonly etag: string;
  /** Epoch ms; infinite where only a change makes it wrong. */
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

  /** Bytes to count against the cache's limit: the body and, roughly, its compressed forms, headers and tags. */
  get size(): number {
    let beside = 1024;
    for (const [name, value] of Object.entries(this.headers)) beside += name.length + value.length;
    for (const tag of this.tags) beside += tag.length + PER_TAG;
    return Math.ceil(this.body.length * 1.5) + beside;
  }

  /** The encoding to send to a client. */
  encodingFor(accepted: string | undefined): Encoding {
    return this.worthCompressing() ? bestEncoding(accepted) : 'identity';
  }

  /** The page's bytes in an encoding, compressed once for all who ask. */
  bytes(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.body;
    const known = this.compressed.get(encoding);
    if (known) return known;
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
    return this.body.length >= SMALLEST_COMPRESSED && COMPRESSIBLE.test(this.headers['content-type'] ?? '');
  }
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Brotli before gzip before nothing; a quality of 0 is a refusal. */
export function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}
