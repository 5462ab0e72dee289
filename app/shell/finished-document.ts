import { hash } from 'node:crypto';
import type { FinishedDocument } from '#app/lib/context.ts';

/** Markup that several pages have alike: what would otherwise be made of its text for each of them. */
export interface SharedMarkup {
  bytes: Buffer;
  /** Told apart from all other markup by it. */
  digest: string;
}

export type DocumentPiece = string | SharedMarkup;

const digestOf = (text: string | Buffer) => hash('sha1', text, 'base64url');

export function sharedMarkup(text: string): SharedMarkup {
  return { bytes: Buffer.from(text), digest: digestOf(text) };
}

/** Shared markup that is also gone through as text: its inline scripts have to be known. */
export interface SharedText extends SharedMarkup {
  text: string;
}

export function sharedText(text: string): SharedText {
  return { text, ...sharedMarkup(text) };
}

/** Makes a document of its pieces; only what it does not share with others is gone through and kept. */
export function finishDocument(pieces: readonly DocumentPiece[]): FinishedDocument {
  const lengths = pieces.map((piece) => (typeof piece === 'string' ? Buffer.byteLength(piece) : 0));
  const own = Buffer.allocUnsafeSlow(lengths.reduce((sum, length) => sum + length, 0));
  // Bytes of its own, by their number, and shared markup, in their order.
  const order: (number | SharedMarkup)[] = [];
  let [names, length, written] = ['', own.length, 0];
  for (const [i, piece] of pieces.entries()) {
    if (typeof piece === 'string') {
      written += own.write(piece, written);
      order.push(lengths[i] ?? 0);
      names += ` ${lengths[i]} `;
    } else {
      order.push(piece);
      names += piece.digest;
      length += piece.bytes.length;
    }
  }
  names += digestOf(own);
  const writeTo = (buffer: Buffer) => {
    let [at, from] = [0, 0];
    for (const piece of order) {
      if (typeof piece === 'number') {
        at += own.copy(buffer, at, from, from + piece);
        from += piece;
      } else at += piece.bytes.copy(buffer, at);
    }
  };
  return { length, etag: digestOf(names).slice(0, 22), writeTo };
}
