import { createHmac } from 'node:crypto';
import { isSameSecret } from 'embedded-supabase';
import { z } from 'zod';
import { type PhoneSender, PROVIDER_TIMEOUT, SendFailure } from './phone-sender.ts';

export interface TwilioAccount {
  apiUrl: string;
  accountSid: string;
  authToken: string;
  /** A number or name that messages come from, or the SID of a messaging service (MG…). */
  from: string;
  /** Public URL for callbacks; without one, only acceptance is known. */
  callbackUrl?: string | undefined;
}

const createdSchema = z.object({ sid: z.string() });
const refusalSchema = z.object({ code: z.number() });
/** Twilio's error code after the recipient replied STOP. */
const UNSUBSCRIBED = 21610;
/** Statuses that say nothing about the notification: credentials and rate limits. */
const TEMPORARY = [401, 403, 408, 429];

/** Sends SMS through Twilio's Messages resource (docs/decisions/order-notifications.md). */
export function twilioSender(account: TwilioAccount): PhoneSender & {
  sendText(to: string, text: string, id?: string): Promise<string>;
} {
  const { apiUrl, accountSid, authToken, from, callbackUrl } = account;
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  const sendText = async (to: string, text: string, id?: string) => {
    const response = await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT),
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({
        To: to,
        Body: text,
        ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }),
        ...(callbackUrl && id ? { StatusCallback: `${callbackUrl}?message=${id}` } : {}),
      }),
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) return createdSchema.parse(body).sid;
    const refusal = refusalSchema.safeParse(body);
    throw new SendFailure('Twilio', {
      code: String(refusal.data?.code ?? response.status),
      final: response.status < 500 && !TEMPORARY.includes(response.status),
      optedOut: refusal.data?.code === UNSUBSCRIBED,
    });
  };
  return { channel: 'sms', sendText, send: ({ id, to, text }) => sendText(to, text, id) };
}

/**
 * Whether Twilio signed a callback: `X-Twilio-Signature` is the Base64 HMAC-SHA1, by the account's token, of the URL
 * followed by each parameter's name and value, sorted by name.
 */
export function isSignedByTwilio(
  url: string,
  parameters: URLSearchParams,
  signature: string,
  authToken: string,
): boolean {
  const sorted = [...parameters].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = url + sorted.map(([name, value]) => name + value).join('');
  return isSameSecret(createHmac('sha1', authToken).update(signed).digest('base64'), signature);
}
