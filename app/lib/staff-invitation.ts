import { z } from 'zod';

/** Path of the page that an invitation's link opens. The token is in the URL's fragment, which browsers never send. */
export const invitationPath = '/invitation';

/**
 * Endpoints: for people with the right to invite, `invite` and `renew`; for the page of the link, its state and
 * accepting it with a new account.
 */
export const invitationPaths = {
  invite: '/staff-invitations',
  renew: '/staff-invitations/renewal',
  read: '/staff-invitation',
  redeem: '/staff-invitation/redeem',
};

const day = z.union([z.literal(''), z.iso.date()]);

/** An invitation to make: roles in stores, or in all stores, from a day (by default today) to a last day, if there is one. */
export const newInvitationSchema = z.object({
  tenantId: z.string().max(100),
  email: z.string().max(255),
  language: z.enum(['en', 'ar']),
  roleIds: z.array(z.uuid()).min(1).max(50),
  stores: z.union([z.literal('all'), z.array(z.string().max(100)).min(1).max(500)]),
  startsOn: day,
  endsOn: day,
});
export type NewInvitation = z.infer<typeof newInvitationSchema>;

export const renewedInvitationSchema = z.object({ tenantId: z.string().max(100), id: z.uuid() });

/** What became of the mail; the link, to hand on, if it was not sent. */
export const sentInvitationSchema = z.object({
  email: z.string(),
  link: z.string().nullable(),
  /** Why there is a link: no mail server is set, or it did not take the mail. */
  problem: z.enum(['no_mail', 'mail_failed']).nullable(),
});
export type SentInvitation = z.infer<typeof sentInvitationSchema>;

const invitationStates = ['open', 'claimed', 'accepted', 'revoked', 'expired', 'unknown'] as const;

/** What a link offers; `stores` are names. */
export const offeredInvitationSchema = z.object({
  state: z.enum(invitationStates),
  email: z.string(),
  stores: z.array(z.string()),
  allStores: z.boolean(),
  /** The address has an account, whose owner signs in to accept. */
  hasAccount: z.boolean(),
});
export type OfferedInvitation = z.infer<typeof offeredInvitationSchema>;

/** Accepting with a new account. The claim is made once by the page, so that a retry is safe. */
export const acceptingSchema = z.object({
  token: z.string().max(200),
  claim: z.uuid(),
  name: z.string().trim().min(1).max(120),
  password: z.string().min(8).max(200),
});
export type Accepting = z.infer<typeof acceptingSchema>;

/**
 * Result of accepting: a state of the link, a weak password with the auth service's reasons, a link whose inviter can no
 * longer give its roles, or an address with an account.
 */
export const acceptedSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('weak'), reasons: z.array(z.string()) }),
  z.object({ state: z.enum(['void', 'needsSignIn', ...invitationStates]) }),
]);
export type Accepted = z.infer<typeof acceptedSchema>;
