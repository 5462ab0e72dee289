import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { LRUCache } from 'lru-cache';
import { brandFilesPath } from '../../app/brands/brand-picture.ts';
import type { Database } from '../../app/lib/database.types.ts';

/** The bucket of the files that stores uploaded for their brand; only the server reads and writes it. */
export const brandBucket = 'brand-files';

/**
 * Reads a file of a brand by its path: a preset's from the public folder, an uploaded one from storage.
 * @throws Error when it is missing or storage does not answer
 */
export type ReadBrandFile = (path: string) => Promise<Buffer<ArrayBuffer>>;

/** Files are named by their content, so that they never change. */
const most = 16 * 1024 * 1024;

/** @param publicDir folder of the presets' files */
export function brandFileReader(admin: SupabaseClient<Database>, publicDir: string): ReadBrandFile {
  const files = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: most,
    sizeCalculation: ({ length }) => length + 200,
  });
  const uploaded = async (path: string) => {
    const name = path.slice(brandFilesPath.length + 1);
    const { data, error } = await admin.storage.from(brandBucket).download(name);
    if (error) throw new Error(`A file of a brand could not be read: ${error.message}`, { cause: error });
    return Buffer.from(await data.arrayBuffer());
  };
  return async (path) => {
    const cached = files.get(path);
    if (cached) return cached;
    const file = path.startsWith(`${brandFilesPath}/`)
      ? await uploaded(path)
      : await readFile(join(publicDir, path));
    files.set(path, file);
    return file;
  };
}
