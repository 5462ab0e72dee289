import adminBannersMessages from '#app/i18n/messages/en/admin-banners.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { conflictOf } from '../../kit/edit/conflict.ts';
import { insistOnRow } from '../../kit/error-message.ts';
import { type BannerForm, bannerColumns } from './banner-form.ts';

const columns =
  'id, title, description, image_url, link_url, position, is_active, start_date, end_date, version, created_at';

/** All banners of the store by position, those that do not show now among them. @throws BackendError */
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

/** Spec section 5: a banner is changed and deleted by its id. @throws Error 'Banner ID is required' */
function insistOnId(id: string): void {
  if (!id) throw new Error(getTranslations('admin-banners', adminBannersMessages)('idMissing'));
}

/** Adds a banner at a position; nothing can be in the way of it. @throws BackendError */
export async function addBanner(form: BannerForm, position: number): Promise<null> {
  const supabase = await loadSupabase();
  const row = { ...bannerColumns(form), tenant_id: pageTenant(), position };
  dataOf(await supabase.from('banners').insert(row));
  return null;
}

/**
 * Saves a banner over the version that was opened, or answers with the newer one that is in the way.
 * @throws Error without an id or when the banner is gone, BackendError
 */
export async function saveBanner(over: StoredBanner, form: BannerForm): Promise<StoredBanner | null> {
  const { id, version } = over;
  insistOnId(id);
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
  insistOnId(id);
  const supabase = await loadSupabase();
  insistOnRow(
    await supabase.from('banners').delete().eq('tenant_id', pageTenant()).eq('id', id).select('id'),
  );
}

/** Puts the store's banners into an order, all of them at once. @throws BackendError */
export async function orderBanners(ids: string[]): Promise<void> {
  const supabase = await loadSupabase();
  dataOf(await supabase.rpc('order_banners', { p_tenant_id: pageTenant(), p_ids: ids }));
}
