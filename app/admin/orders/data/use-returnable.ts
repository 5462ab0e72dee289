import { useEffect, useState } from 'react';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { errorMessage } from '../../ui/error-message.ts';

/** Reads the number of returnable pieces of an order, by line id. @throws BackendError */
async function readReturnable(orderId: string): Promise<Record<string, number>> {
  const supabase = await loadSupabase();
  const returnable: Record<string, number> = {};
  for (const { order_line_id, pieces } of dataOf(
    await supabase.rpc('line_aftercare', { p_order_id: orderId }),
  ))
    returnable[order_line_id] = (returnable[order_line_id] ?? 0) + pieces;
  return returnable;
}

/** The number of returnable pieces of an order, by line id; undefined until loaded, with the error message on failure. */
export function useReturnable(orderId: string) {
  const [answer, setAnswer] = useState<{ returnable?: Record<string, number>; problem?: string }>({});
  useEffect(() => {
    let isGone = false;
    readReturnable(orderId).then(
      (returnable) => isGone || setAnswer({ returnable }),
      (error: unknown) => isGone || setAnswer({ problem: errorMessage(error) }),
    );
    return () => {
      isGone = true;
    };
  }, [orderId]);
  return answer;
}
