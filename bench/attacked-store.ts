import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database, Json } from '../app/lib/database.types.ts';

/** The store under attack, where people also shop. */
export const tenantId = 'inkthread';

const address = { governorate: 'Cairo', city: 'Maadi', street: 'Road 9' };
const phone = () => `010${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/** Sets the client address as a proxy would, so that shoppers and attackers don't share one. */
export const comingFrom = (ip: string) => ({ 'x-forwarded-for': ip });

/** Places an order of some lines, each to a different phone number and street. */
export function placeOrder(client: SupabaseClient<Database>, lines: Json[]) {
  const order = {
    tenant_id: tenantId,
    lines,
    payment_method: 'cash_on_delivery',
    shipping_method: 'standard',
    idempotency_key: randomUUID(),
    address: { ...address, full_name: 'Mona Adel', phone: phone(), street: randomUUID() },
  };
  return client.rpc('place_order', { p_order: order });
}
