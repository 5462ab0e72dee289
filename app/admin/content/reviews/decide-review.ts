import adminReviewsMessages from '#app/i18n/messages/en/admin-reviews.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { differences, merged, saveOver } from '../../kit/edit/versions.ts';
import { changeReview, changeStatuses, type ListedReview, type ReviewStatus } from './reviews-data.ts';

/**
 * Approves or refuses a review as it was shown. What a colleague has answered since stays; what they have decided since
 * is not turned round.
 * @throws Error when somebody has decided otherwise or the review is gone, BackendError
 */
export async function decideReview(
  status: ReviewStatus,
  shown: ListedReview,
  write: typeof changeReview = changeReview,
): Promise<void> {
  const decided = await saveOver({ status }, shown, {
    filled: (review) => ({ status: review.status }),
    differences,
    merged,
    write,
  });
  if (decided) throw new Error(getTranslations('admin-reviews', adminReviewsMessages)('decidedMeanwhile'));
}

/**
 * Approves or refuses several reviews in one step, but those that somebody has decided otherwise since.
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
