import { insistOnPage } from '../kit/list/list-page.ts';
import { oneOf, pageOf } from '../kit/list/url-state.ts';
import { readSettings } from '../settings/settings-data.ts';
import { readAllBanners } from './banners/banners-data.ts';
import { dealsPerPage, readDeals } from './deals/deals-data.ts';
import { discountShelves, discountsPerPage, readDiscounts } from './discounts/discounts-data.ts';
import { readReviews, reviewStatuses, reviewsPerPage } from './reviews/reviews-data.ts';

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
    const { discounts, count } = await readDiscounts(filter);
    insistOnPage(query, { page, perPage: discountsPerPage, shown: discounts.length, count });
    return { tab, filter, discounts, count };
  }
  if (tab === 'deals') {
    const { deals, count } = await readDeals(page);
    insistOnPage(query, { page, perPage: dealsPerPage, shown: deals.length, count });
    return { tab, page, deals, count };
  }
  if (tab === 'reviews') {
    const status = oneOf(reviewStatuses, query.get('status'));
    const list = await readReviews(status, page);
    insistOnPage(query, { page, perPage: reviewsPerPage, shown: list.reviews.length, count: list.count });
    return { tab, page, status, ...list };
  }
  return { tab, row: await readSettings() };
}

export type ContentData = Awaited<ReturnType<typeof readContent>>;
