import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { newId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const bucket = 'avatars';

/** Width and height of a stored avatar, in pixels. */
const edge = 512;

/** Maximum size of an uploaded picture in bytes; the stored file is far smaller. */
export const largestAvatar = 20 * 1024 * 1024;

/**
 * Crops a picture to its center square and encodes it again, which drops all metadata.
 * @throws DOMException when the browser cannot decode the file
 */
export async function squareOf(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = edge;
  canvas.height = edge;
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2];
  const context = canvas.getContext('2d');
  if (context) {
    // Browsers that cannot encode WebP write PNG; storage accepts both.
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, x, y, side, side, 0, 0, edge, edge);
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
 * Replaces the user's avatar, or removes it when `square` is null, and deletes the previous file.
 * @throws StorageError, BackendError
 */
export async function writeAvatar(userId: string, square: Blob | null): Promise<void> {
  const supabase = await loadSupabase();
  const files = supabase.storage.from(bucket);
  const folder = `${pageTenant()}/${userId}`;
  const profiles = supabase.from('profiles');
  const before = await profiles.select('avatar').eq('id', userId).eq('tenant_id', pageTenant()).maybeSingle();
  // Somebody who works here becomes a customer with what they first do as one.
  if (before.data === null) {
    const customer = { p_user_id: userId, p_tenant_id: pageTenant(), p_email: '' };
    dataOf(await supabase.rpc('create_simple_profile', customer));
  }
  let avatar: string | null = null;
  if (square) {
    avatar = `${folder}/${newId()}.${square.type === 'image/webp' ? 'webp' : 'png'}`;
    const options = { contentType: square.type, cacheControl: '3600', upsert: false };
    const { error } = await files.upload(avatar, square, options);
    if (error) throw error;
  }
  const { error } = await profiles.update({ avatar }).eq('id', userId).eq('tenant_id', pageTenant());
  if (error) throw error;
  const old = before.data?.avatar;
  // An orphaned file is harmless, so a failed delete is ignored.
  if (old?.startsWith(`${folder}/`)) await files.remove([old]).catch(() => {});
}
