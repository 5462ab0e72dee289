import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { newId } from '#app/lib/row-id.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { type Design, readDesign } from './design.ts';
import { readImage } from './local-images.ts';

const bucket = 'designs';

/** A saved design, as **My designs** lists it. `preview` is a path in the bucket `designs`, or ''. */
export interface StoredDesign {
  id: string;
  name: string;
  design: Design;
  productId: string | null;
  preview: string;
  updatedAt: string;
}

async function upload(supabase: Supabase, path: string, file: Blob): Promise<void> {
  const { error } = await supabase.storage
    .from(bucket)
    .upload(path, file, { contentType: file.type, cacheControl: '3600', upsert: false });
  // Names are random, so an existing file was uploaded by an earlier attempt.
  if (error && !/exist/i.test(error.message)) throw new BackendError(error);
}

const extensionOf = (file: Blob): string =>
  ({ 'image/png': 'png', 'image/jpeg': 'jpg' })[file.type] ?? 'webp';

/**
 * Uploads the images of a design that are only in this browser, into the user's folder.
 * @throws BackendError when one cannot be stored or is missing.
 */
export async function withStoredImages(design: Design, userId: string): Promise<Design> {
  const supabase = await loadSupabase();
  const elements = await Promise.all(
    design.elements.map(async (element) => {
      if (element.kind !== 'image' || !element.source.startsWith('local:')) return element;
      const id = element.source.slice('local:'.length);
      const image = await readImage(id);
      if (!image)
        throw new BackendError({ message: `The picture ${element.name} is no longer in this browser.` });
      const path = `${pageTenant()}/${userId}/${id}.${extensionOf(image)}`;
      await upload(supabase, path, image);
      return { ...element, source: `${bucket}:${path}` };
    }),
  );
  return { ...design, elements };
}

/** Uploads a preview from a data URL and returns its path in the bucket `designs`. */
export async function storePreview(dataAddress: string, userId: string): Promise<string> {
  const supabase = await loadSupabase();
  const [head = '', body = ''] = dataAddress.split(',');
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? 'image/webp';
  const file = new Blob([Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))], { type });
  const path = `${pageTenant()}/${userId}/${newId()}.${extensionOf(file)}`;
  await upload(supabase, path, file);
  return path;
}

/** Inserts or updates one of the user's designs, under an id chosen by the client. */
export async function storeDesign(stored: Omit<StoredDesign, 'updatedAt'>, userId: string): Promise<void> {
  const supabase = await loadSupabase();
  const { id, name, design, productId, preview } = stored;
  const row = { name, design, product_id: productId, preview };
  const place = { id, tenant_id: pageTenant(), user_id: userId };
  dataOf(await supabase.from('customizations').upsert({ ...place, ...row }));
}

/** Reads the user's designs in this store, latest first; invalid ones are left out. */
export async function readDesigns(userId: string): Promise<StoredDesign[]> {
  const supabase = await loadSupabase();
  const rows = dataOf(
    await supabase
      .from('customizations')
      .select('id, name, design, product_id, preview, updated_at')
      .eq('tenant_id', pageTenant())
      .eq('user_id', userId)
      .order('updated_at', { ascending: false })
      .limit(100),
  );
  return rows.flatMap((row) => {
    const design = readDesign(row.design);
    if (!design) return [];
    const { id, name, product_id, preview, updated_at } = row;
    return [{ id, name, design, productId: product_id, preview: preview ?? '', updatedAt: updated_at }];
  });
}

/** Deletes one of the user's designs; orders keep their copies. */
export async function removeDesign(id: string): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.from('customizations').delete().eq('id', id).eq('tenant_id', pageTenant()));
}

/** Restores a deleted design under its id and date. */
export async function restoreDesign(removed: StoredDesign, userId: string): Promise<void> {
  const supabase = await loadSupabase();
  const { id, name, design, productId, preview, updatedAt } = removed;
  const row = { id, name, design, product_id: productId, preview, updated_at: updatedAt };
  dataOf(await supabase.from('customizations').insert({ ...row, tenant_id: pageTenant(), user_id: userId }));
}

/** Returns an image of a design, from this browser or from storage; undefined when it is missing. */
export async function imageOf(source: string): Promise<Blob | undefined> {
  if (source.startsWith('local:')) return readImage(source.slice('local:'.length));
  const local = await readImage(/([^/]+)\.\w+$/.exec(source)?.[1] ?? '');
  if (local) return local;
  const supabase = await loadSupabase();
  const { data } = await supabase.storage.from(bucket).download(source.slice(`${bucket}:`.length));
  return data ?? undefined;
}
