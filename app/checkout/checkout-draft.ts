import { z } from 'zod';
import { checkoutDraftStorage } from './draft-storage.ts';

const draftSchema = z
  .object({
    /** Fields of a new address, as typed. */
    address: z.record(z.string(), z.string()),
    addressId: z.string(),
    keepAddress: z.boolean(),
    shippingMethod: z.enum(['standard', 'express']),
    discountCode: z.string(),
    points: z.int().nonnegative(),
    storeCredit: z.boolean(),
    gift: z.boolean(),
    giftCard: z.object({ message: z.string(), hidePrices: z.boolean() }),
    slot: z.object({ day: z.string(), key: z.string() }),
    payment: z.string(),
    note: z.string(),
  })
  .partial();

/** What a person has entered at checkout but not ordered yet. */
export type CheckoutDraft = z.output<typeof draftSchema>;

/** Reads a person's draft; empty when there is none or it cannot be read. */
export function readCheckoutDraft(userId: string): CheckoutDraft {
  try {
    return draftSchema.parse(JSON.parse(checkoutDraftStorage(userId).read() ?? '{}'));
  } catch {
    return {};
  }
}

/** Updates a person's draft in storage, which another tab may have changed. */
export function changeCheckoutDraft(userId: string, changed: CheckoutDraft): void {
  checkoutDraftStorage(userId).write(JSON.stringify({ ...readCheckoutDraft(userId), ...changed }));
}

/** Removes a person's draft, once the order is placed. */
export const clearCheckoutDraft = (userId: string): void => checkoutDraftStorage(userId).write(null);
