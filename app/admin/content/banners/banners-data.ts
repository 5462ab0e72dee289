import adminBannersMessages from '#app/i18n/messages/en/admin-banners.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { conflictOf } from '../../kit/edit/conflict.ts';
import { assertRowChanged } from '../../kit/error-message.ts';
import { type BannerForm, bannerColumns } from './banner-form.ts';

const columns =
  'id, title, description, image_url, link_url, position, is_active, start_date, end_date, version, created_at';

/** Reads all banners of the store by position, including inactive ones. @throws BackendError */
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

/** Banners are changed and deleted by id (docs/product.md, Saved by staff). @throws Error 'Banner ID is required' */
function assertId(id: string): void {
  if (!id) throw new Error(getTranslations('admin-banners', adminBannersMessages)('idMissing'));
}

/** Adds a banner at a position; never a conflict. @throws BackendError */
export async function addBanner(form: BannerForm, position: number): Promise<null> {
  const supabase = await loadSupabase();
  const row = { ...bannerColumns(form), tenant_id: pageTenant(), position };
  await sendOnce('add banner', async (id) => dataOf(await supabase.from('banners').upsert({ ...row, id })));
  return null;
}

/**
 * Saves a banner over the version that was opened; returns the newer version on a conflict.
 * @throws Error without an id or when the banner was deleted, BackendError
 */
export async function saveBanner(base: StoredBanner, form: BannerForm): Promise<StoredBanner | null> {
  const { id, version } = base;
  assertId(id);
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('banners')
    .update(bannerColumns(form))
    .eq('tenant_id', pageTenant())
    .eq('id', id)
    .eq('version', version)
    .select('id');
  return conflictOf(dataOf(answer).length === 1, async () =>
    (await readAllBanners()).find((banner) => banner.id === id),
  );
}

/** Deletes a banner. @throws Error without an id, BackendError */
export async function deleteBanner(id: string): Promise<void> {
  assertId(id);
  const supabase = await loadSupabase();
  assertRowChanged(
    await supabase.from('banners').delete().eq('tenant_id', pageTenant()).eq('id', id).select('id'),
  );
}

/** Stores the order of all banners at once. @throws BackendError */
export async function orderBanners(ids: string[]): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.rpc('order_banners', { p_tenant_id: pageTenant(), p_ids: ids }));
}
