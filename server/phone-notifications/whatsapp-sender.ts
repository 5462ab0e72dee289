import { createHmac } from 'node:crypto';
import { isSameSecret } from 'embedded-supabase';
import { z } from 'zod';
import { type PhoneSender, PROVIDER_TIMEOUT, SendFailure } from './phone-sender.ts';

export interface WhatsAppAccount {
  apiUrl: string;
  phoneNumberId: string;
  accessToken: string;
  /** In milliseconds. */
  timeout?: number | undefined;
}

const acceptedSchema = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const refusalSchema = z.object({ error: z.object({ code: z.number() }) });
/** Temporary errors: of the token, permissions, limits, or Meta itself. */
const TEMPORARY = [0, 1, 2, 3, 4, 10, 190, 80007, 130429, 131000, 131005, 131016, 131048, 131056, 131057];

/**
 * Sends approved templates through the WhatsApp Business Cloud API (docs/decisions/order-notifications.md).
 * Each status callback returns the notification's id.
 */
export function whatsAppSender({
  apiUrl,
  phoneNumberId,
  accessToken,
  timeout = PROVIDER_TIMEOUT,
}: WhatsAppAccount): PhoneSender {
  return {
    channel: 'whatsapp',
    async send({ id, to, template, parameters, language }) {
      const response = await fetch(`${apiUrl}/${phoneNumberId}/messages`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: to.replace('+', ''),
          type: 'template',
          template: {
            name: template,
            language: { code: language },
            components: [{ type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) }],
          },
          biz_opaque_callback_data: id,
        }),
      });
      const body: unknown = await response.json().catch(() => undefined);
      if (response.ok) return acceptedSchema.parse(body).messages[0]?.id ?? null;
      const code = refusalSchema.safeParse(body).data?.error.code;
      throw new SendFailure('WhatsApp', {
        code: String(code ?? response.status),
        final:
          response.status < 500 && response.status !== 429 && code !== undefined && !TEMPORARY.includes(code),
      });
    },
  };
}

/** Whether Meta signed a callback: `X-Hub-Signature-256` is `sha256=` and the HMAC-SHA256 of the body, by the app's secret. */
export function isSignedByMeta(body: Buffer, signature: string, appSecret: string): boolean {
  return isSameSecret(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`, signature);
}
