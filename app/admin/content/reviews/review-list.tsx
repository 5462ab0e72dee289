import adminReviewsMessages from '#app/i18n/messages/en/admin-reviews.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { ListPages } from '../../kit/list/list-pages.tsx';
import { oneOf } from '../../kit/list/url-state.ts';
import { useListQuery } from '../../kit/list/use-list-query.ts';
import { ReviewCard } from './review-card.tsx';
import { type ListedReview, type ReviewStatus, reviewStatuses, reviewsPerPage } from './reviews-data.ts';

type ReviewListProps = {
  status: ReviewStatus;
  reviews: ListedReview[];
  count: number;
  waiting: number;
  page: number;
};

/** What customers wrote, to approve or refuse before shoppers read it. */
export function ReviewList({ status, reviews, count, waiting, page }: ReviewListProps) {
  const t = useTranslations('admin-reviews', adminReviewsMessages);
  const { query, change } = useListQuery();
  const { features } = useRootData().settings;
  return (
    <div className="grid gap-5">
      {features.reviews ? null : <p className="rounded-card bg-sunken p-4 text-ink-soft">{t('off')}</p>}
      <RadioGroup
        legend={t('status')}
        name="status"
        layout="chips"
        value={oneOf(reviewStatuses, query.get('status'))}
        onChange={(chosen) => change({ status: chosen })}
        options={reviewStatuses.map((value) => ({
          value,
          label: value === 'pending' && waiting > 0 ? `${t(value)} (${waiting})` : t(value),
        }))}
      />
      {reviews.length === 0 ? (
        <EmptyState title={t(`none_${status}`)}>{t('noneWhy')}</EmptyState>
      ) : (
        <>
          <ul className="grid gap-4">
            {reviews.map((review) => (
              <ReviewCard key={review.id} review={review} />
            ))}
          </ul>
          <ListPages page={page} perPage={reviewsPerPage} shown={reviews.length} count={count} />
        </>
      )}
    </div>
  );
}
