import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FinishedDocument } from '../../app/lib/context.ts';
import { ScratchBuffers } from './scratch-buffers.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Bytes of a page in one encoding, and what the reader calls who is done with them. */
export interface Form {
  bytes: Buffer;
  done(): void;
}

/** What a renderer gives for one page. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer | FinishedDocument;
  /** What the page was made of; a change of one of them makes it stale. */
  tags: ReadonlySet<string>;
  /** When it is no longer right by itself, in epoch ms; not given where only a change makes it so. */
  freshUntil?: number | undefined;
}

const COMPRESSIBLE = /^(text\/|application\/(json|ld\+json|xml|manifest\+json|javascript)|image\/svg)/;
/** What a tag's place in the lists of what was made of it takes. */
const PER_TAG = 200;
/** Below this a compressed body saves no packet. */
const SMALLEST_COMPRESSED = 1024;

const scratch = new ScratchBuffers();

/** A finished page: bytes, validators, and each form of them made when it is first asked for. */
export class Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: ReadonlySet<string>;
  readonly etag: string;
  /** Epoch ms; infinite where only a change makes it wrong. */
  readonly freshUntil: number;
  private body: Buffer | FinishedDocument;
  private sent = false;
  private readonly forms = new Map<Encoding, Form | Promise<Form>>();

  constructor(rendered: Rendered) {
    this.status = rendered.status;
    this.headers = rendered.headers;
    this.tags = rendered.tags;
    this.body = rendered.body;
    this.freshUntil = rendered.freshUntil ?? Number.POSITIVE_INFINITY;
    this.etag = isWhole(this.body) ? hash('sha1', this.body, 'base64url').slice(0, 22) : this.body.etag;
  }

  /** Bytes to count against the cache's limit: the plain body and, roughly, its compressed forms and all that is kept beside them. */
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

  /** Bytes to send in an encoding. They are the caller's to read until `done` is called, once. */
  form(encoding: Encoding): Form | Promise<Form> {
    if (encoding === 'identity') return this.plain();
    const made = this.forms.get(encoding);
    if (made) return made;
    const making = this.compressed(encoding).then((bytes) => {
      const form = { bytes, done };
      this.forms.set(encoding, form);
      return form;
    });
    this.forms.set(encoding, making);
    return making;
  }

  /** Most pages are sent compressed, or once: their plain bytes are kept from the second time on. */
  private plain(): Form {
    if (this.sent) this.body = whole(this.body);
    this.sent = true;
    return formOf(this.body);
  }

  private async compressed(encoding: 'br' | 'gzip'): Promise<Buffer> {
    const { bytes, done } = formOf(this.body);
    try {
      return await (encoding === 'br' ? brotli(bytes, BROTLI) : gzipped(bytes, { level: 6 }));
    } finally {
      done();
    }
  }

  private worthCompressing(): boolean {
    return this.body.length >= SMALLEST_COMPRESSED && COMPRESSIBLE.test(this.headers['content-type'] ?? '');
  }
}

const done = () => {};

const isWhole = (body: Buffer | FinishedDocument): body is Buffer => Buffer.isBuffer(body);

function whole(body: Buffer | FinishedDocument): Buffer {
  if (isWhole(body)) return body;
  const bytes = Buffer.allocUnsafeSlow(body.length);
  body.writeTo(bytes);
  return bytes;
}

function formOf(body: Buffer | FinishedDocument): Form {
  if (isWhole(body)) return { bytes: body, done };
  const buffer = scratch.take(body.length);
  body.writeTo(buffer);
  return { bytes: buffer.subarray(0, body.length), done: () => scratch.give(buffer) };
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Brotli before gzip before nothing; a quality of 0 is a refusal. */
export function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}
