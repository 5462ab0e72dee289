import { describe, expect, it } from 'vitest';
import { decideReview, type ListedReview, type ReviewChange } from './reviews-data.ts';

const pending: ListedReview = {
  id: 'r',
  product_id: 'p',
  author_name: 'Mona',
  rating: 4,
  title: '',
  body: '',
  created_at: '',
  status: 'pending',
  staff_reply: '',
  version: 1,
  products: { name: 'Cap', translations: {} },
};

/** A stored review and the changes written to it. */
function stored(review: ListedReview) {
  const written: ReviewChange[] = [];
  const write = async (change: ReviewChange, over: ListedReview) => {
    if (over.version !== review.version) return review;
    written.push(change);
    return null;
  };
  return { written, write };
}

describe('deciding about a review', () => {
  it('keeps a reply that a colleague saved meanwhile', async () => {
    const { written, write } = stored({ ...pending, version: 2, staff_reply: 'Thank you' });
    await decideReview('approved', pending, write);
    expect(written).toEqual([{ status: 'approved' }]);
  });

  it('never overturns a colleague’s decision made meanwhile', async () => {
    const { written, write } = stored({ ...pending, version: 2, status: 'rejected' });
    await expect(decideReview('approved', pending, write)).rejects.toThrow('decided about it meanwhile');
    expect(written).toEqual([]);
  });

  it('succeeds without a write when a colleague decided the same', async () => {
    const { write } = stored({ ...pending, version: 2, status: 'approved' });
    await expect(decideReview('approved', pending, write)).resolves.toBeUndefined();
  });
});
