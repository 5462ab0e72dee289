import adminReviewsMessages from '#app/i18n/messages/en/admin-reviews.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { differences, merge, saveWithMerge } from '../../kit/edit/versions.ts';
import { changeReview, changeStatuses, type ListedReview, type ReviewStatus } from './reviews-data.ts';

/**
 * Approves or rejects a review. Keeps a reply that somebody saved meanwhile, but does not overturn their
 * decision.
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
  if (newer) throw new Error(getTranslations('admin-reviews', adminReviewsMessages)('decidedMeanwhile'));
}

/**
 * Approves or rejects reviews in one statement, except those somebody decided otherwise meanwhile.
 * @throws Error when there are such, BackendError
 */
export async function decideReviews(
  from: ReviewStatus,
  to: ReviewStatus,
  reviews: readonly ListedReview[],
): Promise<void> {
  const changed = await changeStatuses(
    reviews.map(({ id }) => id),
    from,
    to,
  );
  if (changed < reviews.length)
    throw new Error(getTranslations('admin-reviews', adminReviewsMessages)('decidedMeanwhile'));
}
