import { BackendError, dataOf } from '#app/lib/backend-error.ts';
import { newId } from '#app/lib/new-id.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { type Design, readDesign } from './design.ts';
import { readImage } from './local-images.ts';

const bucket = 'designs';

/** A design as **My designs** lists it. `preview` is a path in the bucket `designs`, or ''. */
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
  // What lies there already was uploaded by an earlier try: names are random.
  if (error && !/exist/i.test(error.message)) throw new BackendError(error);
}

const ending = (file: Blob): string => ({ 'image/png': 'png', 'image/jpeg': 'jpg' })[file.type] ?? 'webp';

/**
 * Stores the pictures of a design that lie only in this browser, in the person's own folder.
 * @throws BackendError when one cannot be stored or is gone.
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
      const path = `${pageTenant()}/${userId}/${id}.${ending(image)}`;
      await upload(supabase, path, image);
      return { ...element, source: `${bucket}:${path}` };
    }),
  );
  return { ...design, elements };
}

/** Stores a preview, given as a data address, and returns its path in the bucket `designs`. */
export async function storePreview(dataAddress: string, userId: string): Promise<string> {
  const supabase = await loadSupabase();
  const [head = '', body = ''] = dataAddress.split(',');
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? 'image/webp';
  const file = new Blob([Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))], { type });
  const path = `${pageTenant()}/${userId}/${newId()}.${ending(file)}`;
  await upload(supabase, path, file);
  return path;
}

/** Saves a design under an id of ours: a new row, or the person's own one changed. */
export async function storeDesign(given: Omit<StoredDesign, 'updatedAt'>, userId: string): Promise<void> {
  const supabase = await loadSupabase();
  const { id, name, design, productId, preview } = given;
  const row = { name, design, product_id: productId, preview };
  const place = { id, tenant_id: pageTenant(), user_id: userId };
  dataOf(await supabase.from('customizations').upsert({ ...place, ...row }));
}

/** The person's designs in this store, the latest first; what no longer can be read is left out. */
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

/** Removes one of the person's designs; orders keep theirs. */
export async function removeDesign(id: string): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.from('customizations').delete().eq('id', id).eq('tenant_id', pageTenant()));
}

/** Brings a removed design back as it was, under its id and with its date. */
export async function restoreDesign(removed: StoredDesign, userId: string): Promise<void> {
  const supabase = await loadSupabase();
  const { id, name, design, productId, preview, updatedAt } = removed;
  const row = { id, name, design, product_id: productId, preview, updated_at: updatedAt };
  dataOf(await supabase.from('customizations').insert({ ...row, tenant_id: pageTenant(), user_id: userId }));
}

/** The file of a picture of a design, from this browser or from storage; undefined when it cannot be had. */
export async function imageOf(source: string): Promise<Blob | undefined> {
  if (source.startsWith('local:')) return readImage(source.slice('local:'.length));
  const kept = await readImage(/([^/]+)\.\w+$/.exec(source)?.[1] ?? '');
  if (kept) return kept;
  const supabase = await loadSupabase();
  const { data } = await supabase.storage.from(bucket).download(source.slice(`${bucket}:`.length));
  return data ?? undefined;
}
