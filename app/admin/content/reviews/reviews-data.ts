import { adminReviewsTexts } from '#app/i18n/texts/admin-reviews.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { differences, merge, saveWithMerge } from '../../ui/edit/versions.ts';
import { listPage } from '../../ui/list/list-page.ts';
import { readByKey, sortedBy } from '../../ui/list/read-by-key.ts';
import { orderOf, type Sort } from '../../ui/list/sort.ts';
import { translatedColumn } from '../../ui/list/untranslated.ts';
import { saveRow } from '../../ui/resource/rows.ts';

export const reviewsPerPage = 20;
export const reviewStatuses = ['pending', 'approved', 'rejected'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** Sort keys of the list and their columns. */
export const reviewSorts = {
  product: 'products(name)',
  rating: 'rating',
  author: 'author_name',
  created: 'created_at',
} as const;
export const defaultReviewSort = '-created';

export type ReviewFilter = { status: ReviewStatus; sort: Sort<keyof typeof reviewSorts>; page: number };

const columns =
  'id, product_id, author_name, rating, title, body, status, staff_reply, version, created_at, products (name, translations)';

/** Returns the query for the store's reviews with a status, unsorted. */
function reviewsWith(supabase: Supabase, status: ReviewStatus, count?: 'exact') {
  return supabase
    .from('reviews')
    .select(columns, count && { count })
    .eq('tenant_id', pageTenant())
    .eq('status', status);
}

/** Reads a page of the store's reviews by status, and counts all pending ones. @throws BackendError */
export async function readReviews({ status, sort, page }: ReviewFilter, perPage = reviewsPerPage) {
  const supabase = await loadSupabase();
  const from = (page - 1) * perPage;
  const product = `products(${translatedColumn('name')})`;
  const { column, ascending } = orderOf(sort, { ...reviewSorts, product });
  const [list, pending] = await Promise.all([
    reviewsWith(supabase, status, 'exact')
      .order(column, { ascending })
      .order('id')
      .range(from, from + perPage - 1),
    supabase
      .from('reviews')
      .select('id', { count: 'exact', head: true })
      .eq('tenant_id', pageTenant())
      .eq('status', 'pending'),
  ]);
  dataOf(pending);
  return { ...listPage(list), waiting: pending.count ?? 0 };
}

/** Reads all of the store's reviews with a status, in the list's sort. @throws BackendError */
export async function readAllReviews({ status, sort }: ReviewFilter): Promise<ListedReview[]> {
  const supabase = await loadSupabase();
  const reviews = await readByKey<ListedReview>(async (after, limit) => {
    const query = reviewsWith(supabase, status).order('id').limit(limit);
    return dataOf(await (after === null ? query : query.gt('id', after)));
  });
  const { column, ascending } = orderOf(sort, reviewSorts);
  const byProduct = column === reviewSorts.product;
  return sortedBy(reviews, byProduct ? reviewedProduct : column, ascending);
}

export type ListedReview = Awaited<ReturnType<typeof readReviews>>['rows'][number];

/** Returns the name of a review's product in the page's language; '' when it was deleted. */
export const reviewedProduct = ({ products }: ListedReview): string =>
  products ? translatedRow(products).name : '';

async function readReview(id: string): Promise<ListedReview | null> {
  const supabase = await loadSupabase();
  const reviews = supabase.from('reviews').select(columns).eq('tenant_id', pageTenant());
  return dataOf(await reviews.eq('id', id).maybeSingle());
}

/** Review columns that staff set. */
export type ReviewChange = { status: ReviewStatus } | { staff_reply: string };

/**
 * Changes a review over the version that was read; returns the newer version on a conflict.
 * @throws Error when the review was deleted, BackendError
 */
export const changeReview = (change: ReviewChange, base: ListedReview): Promise<ListedReview | null> =>
  saveRow('reviews', base, change, readReview);

const decidedMeanwhile = () => new Error(adminReviewsTexts()('decidedMeanwhile'));

/**
 * Approves or rejects a review. Keeps a reply saved meanwhile, but does not overturn another decision.
 * @throws Error when somebody decided otherwise or the review was deleted, BackendError
 */
export async function decideReview(
  status: ReviewStatus,
  review: ListedReview,
  write: typeof changeReview = changeReview,
): Promise<void> {
  const newer = await saveWithMerge({ status }, review, {
    formValues: (row) => ({ status: row.status }),
    differences,
    merged: merge,
    write,
  });
  if (newer) throw decidedMeanwhile();
}

/**
 * Approves or rejects reviews in one statement, except those decided otherwise meanwhile.
 * @throws Error when there are such reviews, BackendError
 */
export async function decideReviews(
  from: ReviewStatus,
  to: ReviewStatus,
  reviews: readonly ListedReview[],
): Promise<void> {
  const supabase = await loadSupabase();
  const ids = reviews.map(({ id }) => id);
  const changed = supabase.from('reviews').update({ status: to }).eq('tenant_id', pageTenant());
  const answer = await changed.in('id', ids).eq('status', from).select('id');
  if (dataOf(answer).length < reviews.length) throw decidedMeanwhile();
}
