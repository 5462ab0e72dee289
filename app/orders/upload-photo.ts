import { BackendError } from '#app/lib/backend-error.ts';
import { newId } from '#app/lib/new-id.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { sendFile } from '#app/lib/send-file.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

export const photoBucket = 'order-photos';

/**
 * Uploads a photo of an ordered item into the user's folder of a private bucket; returns its path there. Photos that
 * are not attached to a report are removed after two days. `onSent` is called with the bytes sent.
 * @throws BackendError with status 0 when the store was unreachable
 */
export async function uploadPhoto(
  photo: Blob,
  userId: string,
  onSent: (bytes: number) => void,
): Promise<string> {
  const supabase = await loadSupabase();
  const extension = photo.type === 'image/png' ? 'png' : 'webp';
  const path = `${pageTenant()}/${userId}/${newId()}.${extension}`;
  const { data, error } = await supabase.storage
    .from(photoBucket)
    .createSignedUploadUrl(path, { upsert: false });
  if (error) throw new BackendError(error, 'status' in error ? Number(error.status) || 0 : 0);
  await sendFile(data.signedUrl, photo, onSent);
  return path;
}
