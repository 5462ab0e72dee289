import { BodyTooLarge } from './http.ts';

const NOTHING = new Uint8Array(0);

/**
 * Reads a body to its end.
 * @throws BodyTooLarge by the announced length, or as soon as more than `limit` bytes have come.
 */
export async function readAll(
  body: AsyncIterable<Uint8Array> | null,
  announced: string | undefined,
  limit: number,
): Promise<Uint8Array> {
  if (!body) return NOTHING;
  if (announced !== undefined && Number(announced) > limit) throw new BodyTooLarge(limit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > limit) throw new BodyTooLarge(limit);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
}

/** Passes a body on and fails with BodyTooLarge once it is longer than allowed. */
export function capped(body: ReadableStream<Uint8Array>, limit: number): ReadableStream<Uint8Array> {
  let length = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.byteLength;
        if (length > limit) controller.error(new BodyTooLarge(limit));
        else controller.enqueue(chunk);
      },
    }),
  );
}
