import { randomUUID } from 'node:crypto';
import type { Enums, Json } from '../../app/lib/database.types.ts';
import type { StoreProcess } from '../support/store-process.ts';
import { enrol, signedInAs } from './people.ts';
import { ownName, stockProduct } from './stock.ts';

export interface Buyer {
  name: string;
  /** Places an order for one or more pieces, 250 EGP each, for themselves or another recipient; returns it. */
  buys(
    pieces?: number,
    method?: Enums<'payment_method'>,
    recipient?: string,
  ): Promise<{ id: string; number: string; total: number }>;
}

/** Creates a customer with a unique name, who orders a product while somebody else browses the store. */
export async function makeBuyer(store: StoreProcess, tenantId: string, productName = 'Cap'): Promise<Buyer> {
  const name = ownName('Buyer');
  const client = await signedInAs(store, tenantId, await enrol(store, tenantId, name));
  const product = await stockProduct(store, {
    tenant_id: tenantId,
    name: ownName(productName),
    price: 250,
    stock: 1000,
  });
  return {
    name,
    async buys(pieces = 1, method = 'cash_on_delivery', recipient = name) {
      const order: { [key: string]: Json } = {
        tenant_id: tenantId,
        lines: [{ product_id: product.id, quantity: pieces }],
        payment_method: method,
        idempotency_key: randomUUID(),
        address: {
          full_name: recipient,
          phone: '01012345678',
          governorate: 'Cairo',
          city: 'Maadi',
          street: '9 Road 233',
        },
      };
      const placed = await client.rpc('place_order', { p_order: order });
      if (placed.error) throw new Error(placed.error.message);
      return placed.data as { id: string; number: string; total: number };
    },
  };
}
