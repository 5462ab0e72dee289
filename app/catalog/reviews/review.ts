/** An approved review as everybody may read it. */
export interface Review {
  id: string;
  /** First name of who wrote it, '' when they have none. */
  author: string;
  /** 1 to 5. */
  rating: number;
  title: string;
  body: string;
  /** The shop's answer, or ''. */
  reply: string;
  /** ISO time. */
  createdAt: string;
}

/** A row of the reviews table, as far as it is public. */
export interface ReviewRow {
  id: string;
  author_name: string;
  rating: number;
  title: string;
  body: string;
  staff_reply: string;
  created_at: string;
}

/** What `select` needs to read a `ReviewRow`. */
export const reviewColumns = 'id, author_name, rating, title, body, staff_reply, created_at';

/** A review from its row. */
export function reviewOf(row: ReviewRow): Review {
  const { id, author_name, rating, title, body, staff_reply, created_at } = row;
  return { id, author: author_name, rating, title, body, reply: staff_reply, createdAt: created_at };
}
