import { readSettings } from '../settings/settings-data.ts';
import { oneOf, pageOf } from '../url-state.ts';
import { readAllBanners } from './banners/banners-data.ts';
import { readDeals } from './deals/deals-data.ts';
import { discountShelves, readDiscounts } from './discounts/discounts-data.ts';
import { readReviews, reviewStatuses } from './reviews/reviews-data.ts';

export const contentTabs = ['banners', 'codes', 'deals', 'faq', 'legal', 'reviews'] as const;

export function contentTabOf(text: string | null): (typeof contentTabs)[number] {
  return oneOf(contentTabs, text);
}

/** What the tab that an address names shows. @throws BackendError */
export async function readContent(query: URLSearchParams) {
  const tab = contentTabOf(query.get('tab'));
  const page = pageOf(query);
  if (tab === 'banners') return { tab, banners: await readAllBanners() };
  if (tab === 'codes') {
    const filter = {
      search: query.get('search') ?? '',
      show: oneOf(discountShelves, query.get('show')),
      page,
    };
    return { tab, filter, ...(await readDiscounts(filter)) };
  }
  if (tab === 'deals') return { tab, page, ...(await readDeals(page)) };
  if (tab === 'reviews') {
    const status = oneOf(reviewStatuses, query.get('status'));
    return { tab, page, status, ...(await readReviews(status, page)) };
  }
  return { tab, row: await readSettings() };
}

export type ContentData = Awaited<ReturnType<typeof readContent>>;
