import { dayAfter, shopDay, weekdayOf } from '../kit/shop-time.ts';

/** The Sunday of the week that an address names by one of its days (YYYY-MM-DD); this week's for anything else. */
export function sundayOf(text: string | null): string {
  const named = text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  const day = named ? text : shopDay();
  return dayAfter(day, -weekdayOf(day));
}
