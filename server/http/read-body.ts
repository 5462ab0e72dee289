import type { IncomingMessage } from 'node:http';

/**
 * Reads a request's body as sent, for signatures; undefined when it is too large. Reads an oversized body to its end
 * too, as aborting would close the connection before the response.
 * @param largest maximum size in bytes
 */
export async function readBody(request: IncomingMessage, largest: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largest) chunks.push(chunk);
  }
  return size > largest ? undefined : Buffer.concat(chunks);
}

/** Parses a body as JSON; undefined when it is invalid. */
export function asJson(body: Buffer | undefined): unknown {
  if (!body) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
