import type { IncomingMessage } from 'node:http';

/**
 * A request's body as it was sent, since a signature counts every byte; undefined for one that is too large. That is read to its end as
 * well: who breaks off reading ends the connection, and the answer never arrives.
 * @param largest bytes.
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

/** What a body says as JSON; undefined where it is none. */
export function asJson(body: Buffer | undefined): unknown {
  if (!body) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
