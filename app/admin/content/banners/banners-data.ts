import { adminBannersTexts } from '#app/i18n/texts/admin-banners.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { saveRow } from '../../ui/resource/rows.ts';
import { deleteRows } from '../../ui/undo.ts';
import { type BannerForm, bannerColumns } from './banner-form.ts';

const columns =
  'id, title, description, image_url, link_url, position, is_active, start_date, end_date, version, created_at, translations';

/** Reads all banners of the store, sorted by position, including inactive ones. @throws BackendError */
export async function readAllBanners() {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('banners')
    .select(columns)
    .eq('tenant_id', pageTenant())
    .order('position', { ascending: true })
    .order('id');
  return dataOf(answer, 'Failed to load banners').map((row) => ({
    ...row,
    description: row.description ?? '',
    link_url: row.link_url ?? '',
  }));
}

export type StoredBanner = Awaited<ReturnType<typeof readAllBanners>>[number];

/** Checks a banner's id (docs/product.md, Saved by staff). @throws Error 'Banner ID is required' */
function assertId(id: string): void {
  if (!id) throw new Error(adminBannersTexts()('idMissing'));
}

/**
 * Saves a banner over the version that was opened; returns the newer version on a conflict.
 * @throws Error without an id or when the banner was deleted, BackendError
 */
export async function saveBanner(base: StoredBanner, form: BannerForm): Promise<StoredBanner | null> {
  assertId(base.id);
  return saveRow('banners', base, bannerColumns(form, base), async (id) =>
    (await readAllBanners()).find((banner) => banner.id === id),
  );
}

/** Deletes a banner. @throws Error without an id, BackendError */
export async function deleteBanner({ id }: Pick<StoredBanner, 'id'>): Promise<void> {
  assertId(id);
  await deleteRows('banners', [id]);
}

/** Saves the order of all banners in one request. @throws BackendError */
export async function orderBanners(ids: string[]): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.rpc('order_banners', { p_tenant_id: pageTenant(), p_ids: ids }));
}
