import { loadSupabase } from '#app/lib/supabase-browser.ts';

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/** What a file picker offers. */
export const pictureTypes = Object.keys(endings).join(',');

/** Most bytes a picture may have. */
export const largestPicture = 8 * 1024 * 1024;

/** Why a file cannot be uploaded as a picture, or null. */
export function pictureProblem(file: Pick<File, 'type' | 'size'>): 'pictureType' | 'pictureSize' | null {
  if (!endings[file.type]) return 'pictureType';
  return file.size > largestPicture ? 'pictureSize' : null;
}

/**
 * Uploads a picture under a random name that nobody has used, for an hour of caching and never over another file
 * (spec section 7), and answers with its public address.
 * @throws the storage error
 */
export async function uploadPicture(bucket: string, folder: string, file: File): Promise<string> {
  const supabase = await loadSupabase();
  const files = supabase.storage.from(bucket);
  const path = `${folder}/${crypto.randomUUID()}.${endings[file.type] ?? 'bin'}`;
  const { error } = await files.upload(path, file, {
    cacheControl: '3600',
    upsert: false,
    contentType: file.type,
  });
  if (error) throw error;
  return files.getPublicUrl(path).data.publicUrl;
}
