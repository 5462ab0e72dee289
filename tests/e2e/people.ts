import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database, Enums, Json } from '../../app/lib/database.types.ts';
import { clientAt } from '../support/client.ts';
import type { StoreProcess } from '../support/store-process.ts';
import { type Account, hire, openAccount, publishableKeyOf } from './stock.ts';

/** A person with an account in a store. */
export interface Person extends Account {
  id: string;
  name: string;
}

/** Creates a customer of a store, without the sign-up page. */
export async function enrol(store: StoreProcess, tenantId: string, name: string): Promise<Person> {
  return { ...(await openAccount(store, tenantId, name)), name };
}

/** A signed-in client for actions without the browser. */
export async function signedInAs(
  store: StoreProcess,
  tenantId: string,
  { email, password }: Account,
): Promise<SupabaseClient<Database>> {
  const client = clientAt(`http://127.0.0.1:${store.port}`, publishableKeyOf(store));
  const { error } = await client.auth.signInWithPassword({
    email: email.replace('@', `+${tenantId}@`),
    password,
  });
  if (error) throw error;
  return client;
}

const staffClients = new WeakMap<StoreProcess, Map<string, Promise<SupabaseClient<Database>>>>();

/** The client of a member of staff who moves orders, hired once in each store. */
function staffOf(store: StoreProcess, tenantId: string): Promise<SupabaseClient<Database>> {
  const clients = staffClients.get(store) ?? new Map<string, Promise<SupabaseClient<Database>>>();
  staffClients.set(store, clients);
  const staff =
    clients.get(tenantId) ??
    hire(store, tenantId, 'admin').then((account) => signedInAs(store, tenantId, account));
  clients.set(tenantId, staff);
  return staff;
}

type Line = { quantity: number; size?: string; color?: string } & (
  | { product_id: string }
  | { design: Json; preview: null }
);

/** Orders something as a customer; returns the order, with functions that move it and record its payment as staff. */
export async function orderFor(
  store: StoreProcess,
  tenantId: string,
  person: Person,
  lines: readonly Line[],
  payment: Enums<'payment_method'> = 'cash_on_delivery',
  phone = '01001234567',
) {
  const shopper = await signedInAs(store, tenantId, person);
  const address = {
    full_name: person.name,
    phone,
    governorate: 'Cairo',
    city: 'Maadi',
    street: 'Road 9',
    building: '12',
  };
  const placed = await shopper.rpc('place_order', {
    p_order: {
      tenant_id: tenantId,
      lines: [...lines],
      address,
      idempotency_key: randomUUID(),
      shipping_method: 'standard',
      payment_method: payment,
    },
  });
  if (placed.error) throw new Error(placed.error.message);
  const { id, number } = placed.data as { id: string; number: string };
  const staff = await staffOf(store, tenantId);
  const move = async (status: Enums<'order_status'>, note = '') => {
    const { error } = await staff.rpc('change_order_status', {
      p_order_id: id,
      p_status: status,
      p_note: note,
    });
    if (error) throw new Error(error.message);
  };
  const pay = async (reference: string) => {
    const { error } = await staff.rpc('record_payment', {
      p_order_id: id,
      p_outcome: 'paid',
      p_reference: reference,
    });
    if (error) throw new Error(error.message);
  };
  return { id, number, move, pay };
}
