import { pageTenant } from '#app/brands/page-tenant.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { listPage } from '../../list-page.ts';
import { insistOnRow } from '../../refusal.ts';

export const reviewsPerPage = 20;
export const reviewStatuses = ['pending', 'approved', 'rejected'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** A page of the store's reviews of one status, newest first, and how many wait in all. @throws BackendError */
export async function readReviews(status: ReviewStatus, page: number) {
  const supabase = await loadSupabase();
  const from = (page - 1) * reviewsPerPage;
  const [list, waiting] = await Promise.all([
    supabase
      .from('reviews')
      .select(
        'id, product_id, author_name, rating, title, body, status, staff_reply, created_at, products (name)',
        {
          count: 'exact',
        },
      )
      .eq('tenant_id', pageTenant())
      .eq('status', status)
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, from + reviewsPerPage - 1),
    countWaitingReviews(),
  ]);
  const { rows, count } = listPage(list);
  return { reviews: rows, count, waiting };
}

export type ListedReview = Awaited<ReturnType<typeof readReviews>>['reviews'][number];

async function countWaitingReviews(): Promise<number> {
  const supabase = await loadSupabase();
  const answer = await supabase
    .from('reviews')
    .select('id', { count: 'exact', head: true })
    .eq('tenant_id', pageTenant())
    .eq('status', 'pending');
  dataOf(answer);
  return answer.count ?? 0;
}

/** Approves or refuses a review, or answers it. @throws BackendError */
export async function changeReview(
  id: string,
  change: { status: ReviewStatus } | { staff_reply: string },
): Promise<void> {
  const supabase = await loadSupabase();
  insistOnRow(
    await supabase.from('reviews').update(change).eq('tenant_id', pageTenant()).eq('id', id).select('id'),
  );
}
