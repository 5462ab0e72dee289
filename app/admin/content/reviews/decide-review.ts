import adminReviewsMessages from '#app/i18n/messages/en/admin-reviews.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { differences, saveOver } from '../../kit/edit/versions.ts';
import { changeReview, type ListedReview, type ReviewStatus } from './reviews-data.ts';

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
    write,
  });
  if (decided) throw new Error(getTranslations('admin-reviews', adminReviewsMessages)('decidedMeanwhile'));
}
