import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { basename } from 'node:path/posix';

const missing = () => new Response(null, { status: 404 });

/**
 * Answers with a picture among the files of the presets, as storage does.
 * @param folder `public/brands`
 * @param path path in it; `readPictureRequest` has refused those that lead out of it
 */
export async function presetPicture(folder: string, path: string, method: 'GET' | 'HEAD'): Promise<Response> {
  // Names that begin with a dot are nobody's pictures.
  if (path.split('/').some((part) => part.startsWith('.')) || !/[.](avif|webp|png|jpg)$/.test(basename(path)))
    return missing();
  const file = join(folder, path);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return missing();
  const headers = { 'last-modified': found.mtime.toUTCString() };
  return new Response(method === 'GET' ? await readFile(file) : null, { headers });
}
