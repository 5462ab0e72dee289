import { z } from 'zod';
import { dataOf } from '#app/lib/backend-error.ts';
import { Constants } from '#app/lib/database.types.ts';
import { soldRow } from '#app/lib/sold-row.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const text = z.string().nullable();

/** Amounts are pounds. */
const linkedOrder = z.object({
  number: z.string(),
  status: z.enum(Constants.public.Enums.order_status),
  charged: z.number(),
  cash_due: z.number(),
  lines: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      quantity: z.number(),
      translations: z.unknown().optional(),
      garment: text.optional(),
    }),
  ),
  parcels: z.array(
    z.object({ number: z.number(), carrier_name: z.string(), tracking_number: text, tracking_url: text }),
  ),
});

/**
 * Reads an order that belongs to no account by the secret of its message's link; null for one that does, and for a secret that
 * is none. @throws BackendError
 */
export async function readLinkedOrder(secret: string) {
  const supabase = await loadSupabase();
  const found = dataOf(await supabase.rpc('order_by_link', { p_token: secret }));
  const order = linkedOrder.nullable().parse(found);
  return order && { ...order, lines: order.lines.map((line) => soldRow(line)) };
}

export type LinkedOrder = NonNullable<Awaited<ReturnType<typeof readLinkedOrder>>>;
