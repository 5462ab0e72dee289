import { isAuthWeakPasswordError, type SupabaseClient } from '@supabase/supabase-js';
import { loggable } from 'embedded-supabase';
import type { MailTransport } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../app/lib/database.types.ts';
import {
  type Accepted,
  type Accepting,
  acceptingSchema,
  invitationPath,
  invitationPaths,
  newInvitationSchema,
  type OfferedInvitation,
  renewedInvitationSchema,
  type SentInvitation,
} from '../../app/lib/staff-invitation.ts';
import { requireSession, type Session, type SessionBackend } from '../backend/session.ts';
import { brandById } from '../brands/brand-registry.ts';
import {
  createEndpoints,
  type Endpoints,
  jsonBody,
  limitClients,
  refuseOtherMethods,
} from '../http/endpoints.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { composeStaffInvitation } from '../mail/compose-staff-invitation.ts';
import { speakingBrand } from '../mail/mail-queue.ts';
import { newToken, tokenHashOf } from './owner-invitation.ts';

interface StaffInvitationOptions {
  admin: SupabaseClient<Database>;
  backend: SessionBackend;
  /** Mail transport; without one, the inviter gets the link to hand on. */
  transport: Pick<MailTransport, 'send'> | undefined;
  /** Origin of the stores, for the link. */
  origin: string;
  log: Logger;
}

const readingSchema = z.object({ token: z.string().max(200) });

/** What the mail says of an invitation. */
interface Invited {
  tenantId: string;
  email: string;
  language: string;
  /** Null for all stores. */
  stores: readonly string[] | null;
  token: string;
}

const namesOf = (tenantIds: readonly string[]) => tenantIds.map((id) => brandById(id)?.name ?? id);

/**
 * Invitations to work here (docs/product.md, Accounts): with a bearer access token, POST `/staff-invitations` invites and
 * mails the link, `/staff-invitations/renewal` sends another one. For whoever has the link, POST `/staff-invitation`
 * answers what it offers, `/staff-invitation/redeem` makes the account. A link that no longer works is a normal answer
 * with its state. Answers 400 for a malformed body, 403 and 409 for what the database refuses, 429 when rate-limited.
 */
export function staffInvitationEndpoint(options: StaffInvitationOptions): Endpoints {
  const { admin, backend, transport, origin, log } = options;

  async function send({ person, user }: Session, invited: Invited): Promise<SentInvitation> {
    const { tenantId, email } = invited;
    const { brand, pageUrl } = speakingBrand(
      { tenant_id: tenantId, language: invited.language },
      origin,
      invitationPath,
    );
    const link = `${pageUrl}#${invited.token}`;
    if (!transport) return { email, link, problem: 'no_mail' };
    const { data } = await person
      .rpc('staff_names', { p_tenant_id: tenantId, p_user_ids: [user.id] })
      .throwOnError();
    const stores = invited.stores && namesOf(invited.stores);
    try {
      await transport.send(
        composeStaffInvitation({ inviter: data[0]?.name ?? '', stores, link }, email, brand),
      );
      return { email, link: null, problem: null };
    } catch (error) {
      log.warn({ err: loggable(error) }, 'an invitation could not be mailed');
      return { email, link, problem: 'mail_failed' };
    }
  }

  async function redeem({ token, claim, name, password }: Accepting): Promise<Accepted> {
    const link = { p_token_hash: tokenHashOf(token), p_claim: claim };
    const claiming = await admin.rpc('claim_staff_invitation', link);
    if (claiming.error?.details === 'invitation_needs_sign_in') return { state: 'needsSignIn' };
    if (claiming.error) throw claiming.error;
    const { state, email, user_id } = claiming.data;
    if (state !== 'open' || !email) return { state: state ?? 'unknown' };
    const id = user_id ?? (await makeAccount(email));
    const takeBack = async () => {
      if (user_id === null) await admin.auth.admin.deleteUser(id);
    };
    const { error } = await admin.auth.admin.updateUserById(id, {
      password,
      email_confirm: true,
      user_metadata: { name },
    });
    if (error) await takeBack();
    if (isAuthWeakPasswordError(error)) return { state: 'weak', reasons: error.reasons };
    if (error) throw error;
    const redeemed = await admin.rpc('redeem_staff_invitation', { ...link, p_user_id: id });
    if (redeemed.error || redeemed.data !== 'accepted') await takeBack();
    if (redeemed.error?.details === 'invitation_void') return { state: 'void' };
    if (redeemed.error) throw redeemed.error;
    log.info({ userId: id }, 'somebody accepted an invitation to work here');
    return { state: redeemed.data };
  }

  /** Creates an account without a store's mark and without a password, so nobody can sign in yet. @returns its id */
  async function makeAccount(email: string): Promise<string> {
    const { data, error } = await admin.auth.admin.createUser({ email, email_confirm: true });
    if (error) throw error;
    return data.user.id;
  }

  const endpoints = createEndpoints(log);
  const session = requireSession(backend);
  const limit = limitClients(rateLimit(admin, 'staff_invitations', { times: 60, seconds: 600 }));

  const invitation = jsonBody(newInvitationSchema, {
    largest: 40_000,
    message: 'Name an address, its roles and stores.',
  });
  endpoints.post(invitationPaths.invite, session, limit, invitation, async (c) => {
    const { tenantId, email, language, roleIds, stores, startsOn, endsOn } = c.var.body;
    const token = newToken();
    await c.var.session.person
      .rpc('invite_staff', {
        p_tenant_id: tenantId,
        p_token_hash: tokenHashOf(token),
        p_email: email,
        p_language: language,
        p_role_ids: roleIds,
        p_tenant_ids: stores === 'all' ? [] : stores,
        p_all_stores: stores === 'all',
        ...(startsOn && { p_starts_on: startsOn }),
        ...(endsOn && { p_ends_on: endsOn }),
      })
      .throwOnError();
    const invited = { tenantId, email: email.trim().toLowerCase(), language, token };
    return c.json(await send(c.var.session, { ...invited, stores: stores === 'all' ? null : stores }), 201);
  });

  const renewal = jsonBody(renewedInvitationSchema, { largest: 4_000, message: 'Name the invitation.' });
  endpoints.post(invitationPaths.renew, session, limit, renewal, async (c) => {
    const { tenantId, id } = c.var.body;
    const token = newToken();
    const { data } = await c.var.session.person
      .rpc('renew_staff_invitation', {
        p_tenant_id: tenantId,
        p_id: id,
        p_token_hash: tokenHashOf(token),
      })
      .throwOnError();
    const stores = data.all_stores ? null : (data.stores ?? []);
    const { email, language } = { email: data.email ?? '', language: data.language ?? '' };
    return c.json(await send(c.var.session, { tenantId, email, language, stores, token }));
  });

  const sent = { largest: 4_000, message: 'This is not what the page of invitations sends.' };
  endpoints.post(invitationPaths.read, limit, jsonBody(readingSchema, sent), async (c) => {
    const { data } = await admin
      .rpc('read_staff_invitation', { p_token_hash: tokenHashOf(c.var.body.token) })
      .throwOnError();
    const offered: OfferedInvitation = {
      state: data.state ?? 'unknown',
      email: data.email ?? '',
      stores: namesOf(data.stores ?? []),
      allStores: data.all_stores ?? false,
      hasAccount: data.has_account ?? false,
    };
    return c.json(offered);
  });
  endpoints.post(invitationPaths.redeem, limit, jsonBody(acceptingSchema, sent), async (c) =>
    c.json(await redeem(c.var.body)),
  );
  return refuseOtherMethods(endpoints);
}
