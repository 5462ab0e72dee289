import { Star } from 'lucide-react';
import { useMemo } from 'react';
import { href, Link } from 'react-router';
import { z } from 'zod';
import { formatDate } from '#app/i18n/format.ts';
import { adminReviewsTexts } from '#app/i18n/texts/admin-reviews.ts';
import { useRootData } from '#app/store/root-data.ts';
import { classes } from '#app/ui/classes.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { columnsOf } from '../../ui/list/features.ts';
import type { SavedView } from '../../ui/list/saved-views.ts';
import { oneOf } from '../../ui/list/url-state.ts';
import { useListQuery } from '../../ui/list/use-list-query.ts';
import { TextareaInput } from '../../ui/resource/inputs.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceList } from '../../ui/resource/resource-list.tsx';
import { shopTimeText } from '../../ui/shop-time.ts';
import { ReviewCell } from './review-cell.tsx';
import {
  changeReview,
  decideReviews,
  defaultReviewSort,
  type ListedReview,
  type ReviewFilter,
  type ReviewStatus,
  readAllReviews,
  reviewedProduct,
  reviewStatuses,
  reviewsPerPage,
} from './reviews-data.ts';

const column = columnsOf<ListedReview>();

const answerForm = z.object({ staff_reply: z.string().trim().max(2000) });

type AnswerForm = z.output<typeof answerForm>;

function useReviews(status: ReviewStatus): Resource<ListedReview, AnswerForm> {
  const t = adminReviewsTexts();
  return useMemo(() => {
    const authorOf = ({ author_name }: ListedReview) => author_name || t('nameless');
    const decideAction = (next: 'approved' | 'rejected') => ({
      label: t(next === 'approved' ? 'approve' : 'refuse'),
      work: (chosen: readonly ListedReview[]) => decideReviews(status, next, chosen),
      undo: (chosen: readonly ListedReview[]) => decideReviews(next, status, chosen),
    });
    const answerOne = (review: ListedReview) => t('answerOne', { name: authorOf(review) });
    return {
      list: 'reviews',
      entity: 'review',
      title: t('title'),
      nameOf: (review) => review.title || authorOf(review),
      sort: defaultReviewSort,
      none: t(`none_${status}`),
      noneWhy: t('noneWhy'),
      columns: column.columns([
        column.accessor(({ title, body }) => [title, body].filter(Boolean).join(': '), {
          id: 'review',
          header: t('review'),
          enableHiding: false,
          enableSorting: false,
          meta: { isMain: true, className: 'w-full align-top' },
          cell: ({ row: { original: review } }) => <ReviewCell review={review} />,
        }),
        column.accessor(reviewedProduct, {
          id: 'product',
          header: t('product'),
          meta: { from: '2xl', className: 'min-w-32 align-top' },
          cell: ({ getValue, row: { original: review } }) => (
            <Link
              to={href('/product/:id', { id: review.product_id })}
              className="line-clamp-1 font-medium text-link underline"
            >
              {getValue()}
            </Link>
          ),
        }),
        column.accessor('rating', {
          header: t('rating'),
          meta: { from: '2xl', className: 'whitespace-nowrap align-top' },
          cell: ({ getValue }) => <Stars rating={getValue()} />,
        }),
        column.accessor(authorOf, {
          id: 'author',
          header: t('author'),
          meta: { from: '4xl', className: 'align-top' },
          cell: ({ getValue }) => (
            <span className="line-clamp-1">
              <bdi>{getValue()}</bdi>
            </span>
          ),
        }),
        column.accessor(({ created_at }) => shopTimeText(created_at), {
          id: 'created',
          header: t('written'),
          meta: { from: '4xl', className: 'whitespace-nowrap align-top text-ink-soft' },
          cell: ({ row: { original: review } }) => formatDate(review.created_at),
        }),
      ]),
      form: {
        schema: answerForm,
        values: (review) => ({ staff_reply: review?.staff_reply ?? '' }),
        labels: { staff_reply: t('reply') },
        fields: () => <TextareaInput name="staff_reply" hint={t('replyHint')} rows={4} maxLength={2000} />,
        write: async (answer, base) => base && changeReview(answer, base),
        title: ({ row }) => (row ? answerOne(row) : ''),
        open: answerOne,
        save: () => t('saveReply'),
        saved: () => t('replySaved'),
        failed: (error) => `${t('failed')}: ${errorMessage(error)}`,
      },
      bulk: (['approved', 'rejected'] as const).filter((next) => next !== status).map(decideAction),
    };
  }, [t, status]);
}

type ReviewListProps = {
  filter: ReviewFilter;
  rows: ListedReview[];
  count: number;
  waiting: number;
  views: SavedView[];
};

/** List of reviews, which staff approve or reject before publication. */
export function ReviewList({ filter, rows, count, waiting, views }: ReviewListProps) {
  const t = adminReviewsTexts();
  const { query, change } = useListQuery();
  const { features } = useRootData().settings;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {features.reviews ? null : (
        <p className="rounded-card bg-sunken p-3 text-ink-soft text-sm">{t('off')}</p>
      )}
      <ResourceList
        resource={useReviews(filter.status)}
        rows={rows}
        paging={{ page: filter.page, perPage: reviewsPerPage, count }}
        filters={
          <RadioGroup
            legend={t('status')}
            hideLegend
            name="status"
            layout="chips"
            className="text-sm md:[&_label]:min-h-9 md:[&_label]:py-1"
            value={oneOf(reviewStatuses, query.get('status'))}
            onChange={(chosen) => change({ status: chosen })}
            options={reviewStatuses.map((value) => ({
              value,
              label: value === 'pending' && waiting > 0 ? `${t(value)} (${waiting})` : t(value),
            }))}
          />
        }
        views={views}
        readAll={() => readAllReviews(filter)}
      />
    </div>
  );
}

function Stars({ rating }: { rating: number }) {
  const t = adminReviewsTexts();
  return (
    <span role="img" aria-label={t('stars', { rating })} className="inline-flex text-star">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} className={classes('size-4', star <= rating ? 'fill-current' : 'opacity-40')} />
      ))}
    </span>
  );
}
