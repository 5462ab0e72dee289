import { z } from 'zod';

/** Path of the page that a link for owners leads to. Its token is the fragment of the address, which browsers send to nobody. */
export const welcomePath = '/welcome';

/** Endpoints of the page: what a link is good for, and redeeming it. */
export const ownerLinkPaths = { read: '/owner-invitation', redeem: '/owner-invitation/redeem' };

/** What a link is good for: to be redeemed now, in a minute since somebody else is doing so, or not any more. */
const ownerLinkStates = ['open', 'claimed', 'used', 'expired', 'unknown'] as const;

/** What the page sends: whose link, by which claim (made once by the page, so that it may ask again), and the account. */
export const redeemingSchema = z.object({
  token: z.string().max(200),
  claim: z.uuid(),
  /** Without effect where the link names an address. */
  email: z.union([z.literal(''), z.email().max(200)]),
  /** '' where the account has one. */
  name: z.string().trim().max(120),
  password: z.string().min(8).max(200),
});
export type Redeeming = z.infer<typeof redeemingSchema>;

/** A link that was read; '' is the address where people name their own. */
export const ownerLinkSchema = z.object({
  state: z.enum(ownerLinkStates),
  email: z.string(),
  /** Whether it gives an owner their account back. */
  isOwner: z.boolean(),
});
export type OwnerLink = z.infer<typeof ownerLinkSchema>;

/**
 * What came of redeeming a link: an owner's account, a password that is too easy with the sign-in service's reasons, an address
 * with a store's mark, or a link that is not open.
 */
export const redeemedLinkSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('redeemed') }),
  z.object({ state: z.literal('weak'), reasons: z.array(z.string()) }),
  z.object({ state: z.enum(['marked', ...ownerLinkStates]) }),
]);
export type RedeemedLink = z.infer<typeof redeemedLinkSchema>;
