import type { Tables } from '#app/lib/database.types.ts';

/** A published review. */
export interface Review {
  id: string;
  /** First name of the author, or ''. */
  author: string;
  /** 1 to 5. */
  rating: number;
  title: string;
  body: string;
  /** The store's reply, or ''. */
  reply: string;
  /** ISO time. */
  createdAt: string;
}

type ReviewRow = Pick<
  Tables<'reviews'>,
  'id' | 'author_name' | 'rating' | 'title' | 'body' | 'staff_reply' | 'created_at'
>;

/** The public columns of the reviews table. */
export const reviewColumns = 'id, author_name, rating, title, body, staff_reply, created_at';

export function reviewOf(row: ReviewRow): Review {
  const { id, author_name, rating, title, body, staff_reply, created_at } = row;
  return { id, author: author_name, rating, title, body, reply: staff_reply, createdAt: created_at };
}
