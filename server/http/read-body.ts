import type { IncomingMessage } from 'node:http';

/**
 * Reads a request's body; undefined if it is too large. Drains an oversized body too, as aborting would close
 * the connection before the response.
 * @param largest maximum size in bytes
 */
export async function readBody(
  request: IncomingMessage,
  largest: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largest) chunks.push(chunk);
  }
  return size > largest ? undefined : Buffer.concat(chunks);
}
