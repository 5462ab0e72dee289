import { z } from 'zod';
import { BackendError } from './backend-error.ts';
import { saveFile } from './save-file.ts';
import { loadSupabase } from './supabase-browser.ts';

const failure = z.object({ message: z.string() });

/** Order lines whose print files are requested as one archive. */
export type PrintArchive = { kind: 'png' | 'svg'; lines: readonly string[] };

/**
 * Downloads a file that the server makes for the user, such as an invoice, a print file or an archive of print files,
 * with the user's access token.
 * @param onBytes called with the number of bytes received so far
 * @throws BackendError with the server's message
 */
export async function downloadFile(
  path: string,
  archive?: PrintArchive,
  onBytes: (bytes: number) => void = () => {},
): Promise<void> {
  const supabase = await loadSupabase();
  const { data } = await supabase.auth.getSession();
  const answer = await fetch(path, {
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
    ...(archive ? { method: 'POST', body: JSON.stringify(archive) } : {}),
  });
  if (!answer.ok || !answer.body)
    throw new BackendError({ message: failure.parse(await answer.json()).message }, answer.status);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'file';
  const type = answer.headers.get('content-type') ?? '';
  let bytes = 0;
  const counted = answer.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, stream) {
        bytes += part.length;
        onBytes(bytes);
        stream.enqueue(part);
      },
    }),
  );
  saveFile(name, await new Response(counted, { headers: { 'content-type': type } }).blob());
}
