import { z } from 'zod';

/** Path of the page that an owner link opens. The token is in the URL's fragment, which browsers never send. */
export const welcomePath = '/welcome';

/** Endpoints of the page: the link's state, and redeeming it. */
export const ownerLinkPaths = { read: '/owner-invitation', redeem: '/owner-invitation/redeem' };

/**
 * States of a link.
 * `claimed`: somebody else is redeeming it; retry in a minute.
 */
const ownerLinkStates = ['open', 'claimed', 'used', 'expired', 'unknown'] as const;

/**
 * The redeeming request: the link's token, the claim (created once by the page, so that a retry is safe), and the
 * account.
 */
export const redeemingSchema = z.object({
  token: z.string().max(200),
  claim: z.uuid(),
  /** Ignored if the link names an address. */
  email: z.union([z.literal(''), z.email().max(200)]),
  /** '' if the account has a name. */
  name: z.string().trim().max(120),
  password: z.string().min(8).max(200),
});
export type Redeeming = z.infer<typeof redeemingSchema>;

/** A link's data; the email is '' if people enter their own. */
export const ownerLinkSchema = z.object({
  state: z.enum(ownerLinkStates),
  email: z.string(),
  /** Whether it restores an owner's account. */
  isOwner: z.boolean(),
});
export type OwnerLink = z.infer<typeof ownerLinkSchema>;

/**
 * Result of redeeming a link: an owner's account, a weak password with the auth service's reasons, an address with a
 * tenant mark, or a link that is not open.
 */
export const redeemedLinkSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('redeemed') }),
  z.object({ state: z.literal('weak'), reasons: z.array(z.string()) }),
  z.object({ state: z.enum(['marked', ...ownerLinkStates]) }),
]);
export type RedeemedLink = z.infer<typeof redeemedLinkSchema>;
