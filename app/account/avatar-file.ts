import { newId } from '#app/lib/new-id.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const bucket = 'avatars';

/** Edge of a stored avatar in pixels. */
const edge = 512;

/** Most bytes of a file that is taken as an avatar; what is stored is far smaller. */
export const largestAvatar = 20 * 1024 * 1024;

/**
 * The middle of a picture as a small square file, drawn anew: nothing of the given file but its look remains.
 * @throws DOMException when the file is no picture that this browser can read.
 */
export async function squareOf(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = edge;
  canvas.height = edge;
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2];
  const paper = canvas.getContext('2d');
  if (paper) {
    // Where a browser cannot write WebP it writes PNG; both are taken.
    paper.imageSmoothingQuality = 'high';
    paper.drawImage(picture, x, y, side, side, 0, 0, edge, edge);
  }
  picture.close();
  return new Promise((done, failed) => {
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new DOMException('No picture came out'))),
      'image/webp',
      0.86,
    );
  });
}

/**
 * Makes a square file somebody's avatar in this store, or takes the avatar away when there is none; the file before it
 * is deleted. @throws the storage's or the database's error.
 */
export async function writeAvatar(userId: string, square: Blob | null): Promise<void> {
  const supabase = await loadSupabase();
  const files = supabase.storage.from(bucket);
  const folder = `${pageTenant()}/${userId}`;
  const own = supabase.from('profiles');
  const before = await own.select('avatar').eq('id', userId).eq('tenant_id', pageTenant()).single();
  let avatar: string | null = null;
  if (square) {
    avatar = `${folder}/${newId()}.${square.type === 'image/webp' ? 'webp' : 'png'}`;
    const options = { contentType: square.type, cacheControl: '3600', upsert: false };
    const { error } = await files.upload(avatar, square, options);
    if (error) throw error;
  }
  const { error } = await own.update({ avatar }).eq('id', userId).eq('tenant_id', pageTenant());
  if (error) throw error;
  const old = before.data?.avatar;
  // A file that cannot be deleted is in nobody's way.
  if (old?.startsWith(`${folder}/`)) await files.remove([old]).catch(() => {});
}
