import type { SupabaseClient } from '@supabase/supabase-js';
import { isSameSecret } from 'embedded-supabase';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import type { Environment } from '../environment.ts';
import {
  createEndpoints,
  type Endpoints,
  limitBody,
  refuseOtherMethods,
  targetOf,
} from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { callbackJson } from '../payments/payment-provider.ts';
import { type NotificationUpdate, twilioUpdates, whatsAppUpdates } from './notification-updates.ts';
import type { PhoneChannel } from './phone-sender.ts';
import { isSignedByTwilio } from './twilio-sender.ts';
import { isSignedByMeta } from './whatsapp-sender.ts';

/** Paths where SMS and WhatsApp providers report a notification's status. */
export const callbackPaths = { twilio: '/messages/twilio', whatsapp: '/messages/whatsapp' };

interface CallbackOptions {
  admin: SupabaseClient<Database>;
  environment: Environment;
  /** Configured channels. */
  channels: readonly PhoneChannel[];
  log: Logger;
}

/**
 * Signed callbacks of the SMS and WhatsApp providers, Meta's verification of the URL, and `GET
 * /messages/channels` for the back office. Answers 403 for a wrong signature, and 503 if the news could not
 * be recorded, so that the provider sends it again.
 */
export function notificationCallbacks({ admin, environment, channels, log }: CallbackOptions): Endpoints {
  const {
    SOUK_ORIGIN: origin = '',
    TWILIO_AUTH_TOKEN: authToken,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: verifyToken,
  } = environment;

  async function book(updates: readonly NotificationUpdate[]): Promise<void> {
    for (const one of updates) {
      const { data, error } =
        one.of === 'message'
          ? await admin.rpc('record_notification_event', {
              p_channel: one.channel,
              // Without an id, the notification is found by the provider's reference.
              ...(one.id && { p_message_id: one.id }),
              p_reference: one.reference,
              p_state: one.state,
              p_error: one.error,
            })
          : await admin.rpc('record_opt_out', {
              p_channel: one.channel,
              p_recipient: one.recipient,
              p_is_out: one.isOut,
            });
      if (error) throw new Error(`A callback of ${one.channel} could not be booked: ${error.code}`);
      if (data === 'unknown' && one.of === 'message')
        log.info({ channel: one.channel, state: one.state }, 'a callback is of no known message or state');
    }
  }

  function refuse(channel: PhoneChannel): never {
    log.warn({ channel }, 'a callback was not signed by the provider');
    throw new HttpError(403, 'The signature is not the provider’s.');
  }

  const callbacks = createEndpoints(log, { unexpected: { status: 503, message: 'Send it again later.' } });
  const limit = limitBody(512 * 1024);
  callbacks.get('/messages/channels', (c) => c.json(channels));
  callbacks.post(callbackPaths.twilio, limit, async (c) => {
    const parameters = new URLSearchParams(await c.req.text());
    const signature = c.req.header('x-twilio-signature') ?? '';
    if (!authToken || !isSignedByTwilio(origin + targetOf(c), parameters, signature, authToken))
      refuse('sms');
    await book(twilioUpdates(parameters, c.req.query('message') ?? ''));
    return c.body('<Response/>', 200, { 'content-type': 'text/xml' });
  });
  callbacks.post(callbackPaths.whatsapp, limit, async (c) => {
    const body = Buffer.from(await c.req.arrayBuffer());
    const signature = c.req.header('x-hub-signature-256') ?? '';
    if (!appSecret || !isSignedByMeta(body, signature, appSecret)) refuse('whatsapp');
    await book(whatsAppUpdates(callbackJson(body)));
    return c.body('', 200, { 'content-type': 'text/plain' });
  });
  // Meta verifies that this URL is ours.
  callbacks.get(callbackPaths.whatsapp, (c) => {
    const token = c.req.query('hub.verify_token') ?? '';
    if (!verifyToken || c.req.query('hub.mode') !== 'subscribe' || !isSameSecret(verifyToken, token))
      throw new HttpError(403, 'The token is another one.');
    return c.body(c.req.query('hub.challenge') ?? '', 200, { 'content-type': 'text/plain' });
  });
  return refuseOtherMethods(callbacks);
}
