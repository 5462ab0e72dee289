import { sentenceOf } from '#app/lib/backend-error.ts';
import { orderWords } from '#app/messages/en/orders.ts';
import { pageWords } from '#app/messages/words.ts';

interface Refused {
  error: { message: string; code?: string } | null;
}

/** Why an order's function refused, in words: the database's own, or that the store is out of reach; null when it worked. */
export async function explainRefusal(call: () => Promise<Refused>): Promise<string | null> {
  const unreachable = pageWords(orderWords)('unreachable');
  try {
    const { error } = await call();
    if (!error) return null;
    return sentenceOf(error) ?? unreachable;
  } catch {
    return unreachable;
  }
}
