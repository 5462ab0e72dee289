import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import type { StoreContext } from '#app/lib/context.ts';
import type { Banner } from './banner.ts';

/**
 * Reads the store's active banners by position; the database also returns the time of the next change.
 * @throws BackendError 'Failed to load banners' when the backend gives no message
 */
export async function readBanners(store: StoreContext): Promise<Banner[]> {
  store.tag('banners');
  const [answer, change] = await Promise.all([
    store.supabase
      .from('banners')
      .select(
        'id, title, description, image_url, link_url, position, is_active, start_date, end_date, translations',
      )
      .eq('tenant_id', store.tenantId)
      .order('position', { ascending: true }),
    store.supabase.rpc('next_banner_change', { p_tenant_id: store.tenantId }),
  ]);
  const next = dataOf(change, 'Failed to load banners');
  if (next) store.freshUntil(Date.parse(next));
  return dataOf(answer, 'Failed to load banners').map((row) => ({
    ...translatedRow({ ...row, description: row.description ?? '' }),
    link_url: row.link_url ?? '',
  }));
}
