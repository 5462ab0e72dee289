import { isAuthWeakPasswordError, type SupabaseClient } from '@supabase/supabase-js';
import { loggable } from 'embedded-supabase';
import type { MailTransport } from 'embedded-supabase/mail';
import type { Logger } from 'pino';
import { z } from 'zod';
import { defaultLanguage, isLanguage } from '../../app/i18n/languages.ts';
import type { Database } from '../../app/lib/database.types.ts';
import {
  type OwnerLink,
  ownerLinkPaths,
  type RedeemedLink,
  type Redeeming,
  redeemingSchema,
} from '../../app/lib/owner-link.ts';
import {
  createEndpoints,
  type Endpoints,
  jsonBody,
  limitClients,
  refuseOtherMethods,
  storeOf,
} from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { composeOwnerMail } from '../mail/compose-owner-mail.ts';
import { speakingBrand } from '../mail/mail-queue.ts';
import { tokenHashOf } from './owner-invitation.ts';

interface OwnerEndpointOptions {
  admin: SupabaseClient<Database>;
  /** Mail transport; without one, only the log records new owners. */
  transport: Pick<MailTransport, 'send'> | undefined;
  /** Origin of the stores, for the mail's link. */
  origin: string;
  log: Logger;
}

const readingSchema = z.object({ token: z.string().max(200) });
/** @throws Error when the database fails */
function answerOf<Answer>({
  data,
  error,
}: {
  data: Answer | null;
  error: { message: string } | null;
}): Answer {
  if (error || data === null)
    throw new Error(`The database does not answer about a link for owners: ${error?.message}`);
  return data;
}

/**
 * Owner invitations: `POST /owner-invitation` returns the state of a token, `POST /owner-invitation/redeem`
 * creates the account or sets its new password, and makes it an owner's. A link that no longer works is a
 * normal answer with its state. Answers 400 for a malformed body, 429 when rate-limited, 503 when the backend
 * fails and the page may retry.
 */
export function ownerEndpoint({ admin, transport, origin, log }: OwnerEndpointOptions): Endpoints {
  async function read({ token }: z.infer<typeof readingSchema>): Promise<OwnerLink> {
    const link = answerOf(await admin.rpc('read_owner_invitation', { p_token_hash: tokenHashOf(token) }));
    // A caller who only looks up a link holds no claim, so to them a redeemed link is simply used.
    const state = link.state === 'redeemed' ? 'used' : link.state;
    return { state: state ?? 'unknown', email: link.email ?? '', isOwner: link.is_owner ?? false };
  }

  async function redeem(asked: Redeeming, tenantId: string): Promise<RedeemedLink> {
    const link = { p_token_hash: tokenHashOf(asked.token), p_claim: asked.claim };
    const claiming = await admin.rpc('claim_owner_invitation', { ...link, p_email: asked.email });
    if (claiming.error?.details === 'owner_email_marked') return { state: 'marked' };
    const claimed = answerOf(claiming);
    if (claimed.state !== 'open') return { state: claimed.state ?? 'unknown' };
    if (!claimed.email) throw new HttpError(400, 'The link needs an address.');
    const id = claimed.user_id ?? (await makeAccount(claimed.email));
    const takeBack = async () => {
      if (claimed.user_id === null) await admin.auth.admin.deleteUser(id);
    };
    const { error } = await admin.auth.admin.updateUserById(id, {
      password: asked.password,
      email_confirm: true,
      ...(asked.name && { user_metadata: { name: asked.name } }),
    });
    if (error) await takeBack();
    if (isAuthWeakPasswordError(error)) return { state: 'weak', reasons: error.reasons };
    if (error) throw error;
    const result = answerOf(await admin.rpc('redeem_owner_invitation', { ...link, p_user_id: id }));
    if (result.state !== 'redeemed') await takeBack();
    if (result.was_owner !== null) tellOthers(result, claimed.email, id, tenantId);
    return { state: result.state ?? 'unknown' };
  }

  /**
   * Creates an account without a store's mark and without a password, so nobody can sign in yet.
   * @returns its id
   */
  async function makeAccount(email: string): Promise<string> {
    const { data, error } = await admin.auth.admin.createUser({ email, email_confirm: true });
    if (error) throw error;
    return data.user.id;
  }

  function tellOthers(
    result: Database['public']['CompositeTypes']['owner_redemption'],
    email: string,
    userId: string,
    tenantId: string,
  ): void {
    const kind = result.was_owner ? 'restored' : 'added';
    log.warn({ userId, kind }, 'a link has made an account an owner’s');
    for (const owner of result.other_owners ?? []) {
      const { brand, pageUrl } = speakingBrand(
        { tenant_id: tenantId, language: isLanguage(owner.language) ? owner.language : defaultLanguage },
        origin,
        '/admin/dashboard?tab=changes',
      );
      transport
        ?.send(composeOwnerMail({ email, kind }, owner.email ?? '', brand, pageUrl))
        .catch((error: unknown) =>
          log.warn({ err: loggable(error) }, 'another owner could not be told by mail'),
        );
    }
  }

  const endpoints = createEndpoints(log, {
    unexpected: { status: 503, message: 'The link could not be used now.' },
  });
  const limit = limitClients(rateLimit(admin, 'owner_invitations', { times: 60, seconds: 600 }));
  const sent = { largest: 4_000, message: 'This is not what the page of links for owners sends.' };
  endpoints.post(ownerLinkPaths.read, limit, jsonBody(readingSchema, sent), async (c) =>
    c.json(await read(c.var.body)),
  );
  endpoints.post(ownerLinkPaths.redeem, limit, jsonBody(redeemingSchema, sent), async (c) =>
    c.json(await redeem(c.var.body, storeOf(c))),
  );
  return refuseOtherMethods(endpoints);
}
