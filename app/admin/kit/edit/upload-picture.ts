import { newId } from '#app/lib/new-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendFile } from './send-file.ts';

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};
const videoEndings: Record<string, string> = { 'video/mp4': 'mp4', 'video/webm': 'webm' };

/** What a file picker offers. */
export const pictureTypes = Object.keys(endings).join(',');

export const videoTypes = Object.keys(videoEndings).join(',');

/** Most bytes a picture may have, and a video. */
export const largestPicture = 8 * 1024 * 1024;
export const largestVideo = 20 * 1024 * 1024;

/** Why a file cannot be uploaded as a picture, or null. */
export function pictureProblem(file: Pick<File, 'type' | 'size'>): 'pictureType' | 'pictureSize' | null {
  if (!endings[file.type]) return 'pictureType';
  return file.size > largestPicture ? 'pictureSize' : null;
}

/** Why a file cannot be uploaded as a video, or null. */
export function videoProblem(file: Pick<File, 'type' | 'size'>): 'videoType' | 'videoSize' | null {
  if (!videoEndings[file.type]) return 'videoType';
  return file.size > largestVideo ? 'videoSize' : null;
}

/**
 * Uploads a picture or video under a random name that nobody has used, for an hour of caching and never over another file
 * (spec section 7), and answers with its public address. `onSent` hears how many bytes have left.
 * @throws the storage error
 */
export async function uploadPicture(
  bucket: string,
  folder: string,
  file: File,
  onSent: (bytes: number) => void = () => {},
): Promise<string> {
  const supabase = await loadSupabase();
  const files = supabase.storage.from(bucket);
  const path = `${folder}/${newId()}.${endings[file.type] ?? videoEndings[file.type] ?? 'bin'}`;
  const { data, error } = await files.createSignedUploadUrl(path, { upsert: false });
  if (error) throw error;
  await sendFile(data.signedUrl, file, onSent);
  return files.getPublicUrl(path).data.publicUrl;
}
