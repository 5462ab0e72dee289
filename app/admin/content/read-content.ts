import { readSettings } from '../settings/settings-data.ts';
import { redirectToLastPage } from '../ui/list/list-page.ts';
import { readViews } from '../ui/list/saved-views.ts';
import { searchIn } from '../ui/list/search-pattern.ts';
import { keysOf, sortOf } from '../ui/list/sort.ts';
import { oneOf, pageOf } from '../ui/list/url-state.ts';
import { readAllBanners } from './banners/banners-data.ts';
import { dealSorts, dealsPerPage, defaultDealSort, readDeals } from './deals/deals-data.ts';
import {
  defaultDiscountSort,
  discountSorts,
  discountsPerPage,
  discountTypes,
  readDiscounts,
} from './discounts/discounts-data.ts';
import { readDeliveryFees } from './facts/use-store-facts.ts';
import { readStoredQuestions } from './faq/faq-data.ts';
import { readOfferCategories, readOffers } from './offers/offers-data.ts';
import {
  defaultReviewSort,
  readReviews,
  reviewSorts,
  reviewStatuses,
  reviewsPerPage,
} from './reviews/reviews-data.ts';
import { countTranslations } from './translations/count-translations.ts';

export const contentTabs = [
  'banners',
  'offers',
  'codes',
  'deals',
  'faq',
  'legal',
  'reviews',
  'translations',
] as const;

/** Reads the data of the tab in the URL. @throws BackendError */
export async function readContent(query: URLSearchParams) {
  const tab = oneOf(contentTabs, query.get('tab'));
  const page = pageOf(query);
  if (tab === 'banners') return { tab, banners: await readAllBanners() };
  if (tab === 'offers') {
    const [offers, categories] = await Promise.all([readOffers(), readOfferCategories()]);
    return { tab, offers, categories };
  }
  if (tab === 'translations') return { tab, counts: await countTranslations() };
  if (tab === 'faq') {
    const [questions, fees] = await Promise.all([readStoredQuestions(), readDeliveryFees()]);
    return { tab, questions, fees };
  }
  const sort = query.get('sort');
  if (tab === 'codes') {
    const filter = {
      search: searchIn(query),
      show: oneOf(discountTypes, query.get('show')),
      sort: sortOf(keysOf(discountSorts), defaultDiscountSort, sort),
      page,
    };
    const [{ rows, count }, views] = await Promise.all([readDiscounts(filter), readViews(tab)]);
    redirectToLastPage(query, { page, perPage: discountsPerPage, rowCount: rows.length, count });
    return { tab, filter, rows, count, views };
  }
  if (tab === 'deals') {
    const filter = { sort: sortOf(keysOf(dealSorts), defaultDealSort, sort), page };
    const [{ rows, count }, views] = await Promise.all([readDeals(filter), readViews(tab)]);
    redirectToLastPage(query, { page, perPage: dealsPerPage, rowCount: rows.length, count });
    return { tab, filter, rows, count, views };
  }
  if (tab === 'reviews') {
    const status = oneOf(reviewStatuses, query.get('status'));
    const filter = { status, sort: sortOf(keysOf(reviewSorts), defaultReviewSort, sort), page };
    const [{ rows, count, waiting }, views] = await Promise.all([readReviews(filter), readViews(tab)]);
    redirectToLastPage(query, { page, perPage: reviewsPerPage, rowCount: rows.length, count });
    return { tab, filter, rows, count, waiting, views };
  }
  const [row, fees] = await Promise.all([readSettings(), readDeliveryFees()]);
  return { tab, row, fees };
}

export type ContentData = Awaited<ReturnType<typeof readContent>>;
