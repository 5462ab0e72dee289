import { newId } from '#app/lib/row-id.ts';
import { sendFile } from '#app/lib/send-file.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};
const videoExtensions: Record<string, string> = { 'video/mp4': 'mp4', 'video/webm': 'webm' };

/** `accept` attributes of file inputs. */
export const pictureTypes = Object.keys(extensions).join(',');

export const videoTypes = Object.keys(videoExtensions).join(',');

/** Maximum size of a picture and a video, in bytes. */
export const largestPicture = 8 * 1024 * 1024;
export const largestVideo = 20 * 1024 * 1024;

/** Maximum number of pixels of a picture; the server does not resize larger ones. */
const mostPixels = 50_000_000;

type PictureProblem = 'pictureType' | 'pictureSize' | 'pictureResolution' | 'pictureUnreadable';

/** Returns why a file is not a valid picture, or null. Decodes it, since its type only reflects its name. */
export async function pictureProblem(file: Blob): Promise<PictureProblem | null> {
  if (!extensions[file.type]) return 'pictureType';
  if (file.size > largestPicture) return 'pictureSize';
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return 'pictureUnreadable';
  const pixels = picture.width * picture.height;
  picture.close();
  return pixels > mostPixels ? 'pictureResolution' : null;
}

/** Returns why a file is not a valid video, or null. */
export function videoProblem(file: Pick<File, 'type' | 'size'>): 'videoType' | 'videoSize' | null {
  if (!videoExtensions[file.type]) return 'videoType';
  return file.size > largestVideo ? 'videoSize' : null;
}

/**
 * Uploads a picture or video under a random name, cached for an hour and never overwriting a file
 * (docs/product.md, Saved by staff). Returns its public address; calls `onSent` with the bytes sent.
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
  const path = `${folder}/${newId()}.${extensions[file.type] ?? videoExtensions[file.type] ?? 'bin'}`;
  const { data, error } = await files.createSignedUploadUrl(path, { upsert: false });
  if (error) throw error;
  await sendFile(data.signedUrl, file, onSent);
  return files.getPublicUrl(path).data.publicUrl;
}
