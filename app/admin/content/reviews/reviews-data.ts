import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Supabase } from '#app/lib/supabase-client.ts';
import { conflictOf } from '../../kit/edit/conflict.ts';
import { listPage } from '../../kit/list/list-page.ts';
import { orderOf, type Sort } from '../../kit/list/sort.ts';

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
  'id, product_id, author_name, rating, title, body, status, staff_reply, version, created_at, products (name)';

/** Reads a page of the store's reviews by status, and counts all pending ones. @throws BackendError */
export async function readReviews(filter: ReviewFilter, perPage?: number) {
  return listReviews(await loadSupabase(), pageTenant(), filter, perPage);
}

/** Reads a page of a store's reviews by status, and counts all pending ones. @throws BackendError */
export async function listReviews(
  supabase: Supabase,
  tenantId: string,
  { status, sort, page }: ReviewFilter,
  perPage = reviewsPerPage,
) {
  const from = (page - 1) * perPage;
  const { column, ascending } = orderOf(sort, reviewSorts);
  const [list, waiting] = await Promise.all([
    supabase
      .from('reviews')
      .select(columns, { count: 'exact' })
      .eq('tenant_id', tenantId)
      .eq('status', status)
      .order(column, { ascending })
      .order('id')
      .range(from, from + perPage - 1),
    countWaitingReviews(supabase, tenantId),
  ]);
  const { rows, count } = listPage(list);
  return { reviews: rows, count, waiting };
}

export type ListedReview = Awaited<ReturnType<typeof readReviews>>['reviews'][number];

async function countWaitingReviews(supabase: Supabase, tenantId: string): Promise<number> {
  const answer = await supabase
    .from('reviews')
    .select('id', { count: 'exact', head: true })
    .eq('tenant_id', tenantId)
    .eq('status', 'pending');
  dataOf(answer);
  return answer.count ?? 0;
}

async function readReview(id: string): Promise<ListedReview | null> {
  const supabase = await loadSupabase();
  const reviews = supabase.from('reviews').select(columns).eq('tenant_id', pageTenant());
  return dataOf(await reviews.eq('id', id).maybeSingle());
}

/** Columns of a review that staff set. */
export type ReviewChange = { status: ReviewStatus } | { staff_reply: string };

/**
 * Changes a review over the version that was read; returns the newer version on a conflict.
 * @throws Error when the review was deleted, BackendError
 */
export async function changeReview(change: ReviewChange, base: ListedReview): Promise<ListedReview | null> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('reviews')
    .update(change)
    .eq('tenant_id', pageTenant())
    .eq('id', base.id)
    .eq('version', base.version)
    .select('id');
  return conflictOf(dataOf(answer).length === 1, () => readReview(base.id));
}

/**
 * Changes the status of those reviews that still have the expected one; returns their number.
 * @throws BackendError
 */
export async function changeStatuses(
  ids: readonly string[],
  from: ReviewStatus,
  to: ReviewStatus,
): Promise<number> {
  const supabase = await loadSupabase();
  const reviews = supabase.from('reviews').update({ status: to }).eq('tenant_id', pageTenant());
  return dataOf(
    await reviews
      .in('id', [...ids])
      .eq('status', from)
      .select('id'),
  ).length;
}
