import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import { isSameSecret } from 'embedded-supabase';
import type { Logger } from 'pino';
import type { Database } from '../../app/lib/database.types.ts';
import type { Environment } from '../environment.ts';
import { HttpError } from '../http/http-error.ts';
import { asJson, readBody } from '../http/read-body.ts';
import { type MessageNews, twilioNews, whatsAppNews } from './message-news.ts';
import type { PhoneChannel } from './phone-sender.ts';
import { isSignedByTwilio } from './twilio-sender.ts';
import { isSignedByMeta } from './whatsapp-sender.ts';

/** Where the providers of messages to phones tell what became of them. */
export const callbackPaths = { twilio: '/messages/twilio', whatsapp: '/messages/whatsapp' };
/** Which channels are set up, for the settings of the back office. */
const channelsPath = '/messages/channels';
const largestBody = 512 * 1024;

interface CallbackOptions {
  admin: SupabaseClient<Database>;
  environment: Environment;
  /** The channels that are set up. */
  channels: readonly PhoneChannel[];
  log: Logger;
}

type Reply = { status: number; type: string; text: string };
const reply = (status: number, text: string, type = 'text/plain'): Reply => ({ status, type, text });

/**
 * Handles the signed callbacks of the SMS and WhatsApp providers, Meta's verification of the address, and
 * `GET /messages/channels`. Responds 403 for what the provider did not sign and 503 for what could not be booked, which
 * the provider sends again.
 */
export function messageCallbacks({ admin, environment, channels, log }: CallbackOptions) {
  const {
    SOUK_ORIGIN: origin = '',
    TWILIO_AUTH_TOKEN: authToken,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: verifyToken,
  } = environment;

  async function book(news: readonly MessageNews[]): Promise<void> {
    for (const one of news) {
      const { data, error } =
        one.of === 'message'
          ? await admin.rpc('record_message_event', {
              p_channel: one.channel,
              // Without an id, the message is found by its reference.
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

  async function twilio(request: IncomingMessage, body: Buffer): Promise<Reply> {
    const parameters = new URLSearchParams(body.toString('utf8'));
    const url = origin + (request.url ?? '');
    const signature = String(request.headers['x-twilio-signature'] ?? '');
    if (!authToken || !isSignedByTwilio(url, parameters, signature, authToken)) refuse('sms');
    await book(twilioNews(parameters, URL.parse(url)?.searchParams.get('message') ?? ''));
    return reply(200, '<Response/>', 'text/xml');
  }

  async function whatsApp(request: IncomingMessage, body: Buffer): Promise<Reply> {
    const signature = String(request.headers['x-hub-signature-256'] ?? '');
    if (!appSecret || !isSignedByMeta(body, signature, appSecret)) refuse('whatsapp');
    await book(whatsAppNews(asJson(body)));
    return reply(200, '');
  }

  /** Answers Meta's question whether this address is ours. */
  function verify({ url = '' }: IncomingMessage): Reply {
    const query = new URLSearchParams(url.split('?')[1]);
    const token = query.get('hub.verify_token') ?? '';
    if (!verifyToken || query.get('hub.mode') !== 'subscribe' || !isSameSecret(verifyToken, token))
      return reply(403, 'The token is another one.');
    return reply(200, query.get('hub.challenge') ?? '');
  }

  async function answer(path: string, request: IncomingMessage): Promise<Reply> {
    if (path === channelsPath) return reply(200, JSON.stringify(channels), 'application/json');
    if (request.method === 'GET' && path === callbackPaths.whatsapp) return verify(request);
    if (request.method !== 'POST') return reply(405, 'Only POST.');
    const body = await readBody(request, largestBody);
    if (!body) return reply(413, 'This is too much.');
    return path === callbackPaths.twilio ? twilio(request, body) : whatsApp(request, body);
  }

  return (request: IncomingMessage, response: ServerResponse): Promise<void> | boolean => {
    const [path = ''] = (request.url ?? '').split('?');
    if (path !== channelsPath && path !== callbackPaths.twilio && path !== callbackPaths.whatsapp)
      return false;
    const send = ({ status, type, text }: Reply) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    };
    return answer(path, request).then(send, (error: unknown) => {
      if (error instanceof HttpError) return send(reply(error.status, error.message));
      log.error({ err: error, path }, 'a callback could not be booked');
      send(reply(503, 'Send it again later.'));
    });
  };
}
