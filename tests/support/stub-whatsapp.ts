import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { sendJson, serveRequests } from './stub-server.ts';

const messageSchema = z.object({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.string().regex(/^\d+$/),
  type: z.literal('template'),
  template: z.object({
    name: z.string(),
    language: z.object({ code: z.string() }),
    components: z.array(
      z.object({
        type: z.literal('body'),
        // A parameter must not contain line breaks.
        parameters: z.array(z.object({ type: z.literal('text'), text: z.string().regex(/^[^\n\t]+$/) })),
      }),
    ),
  }),
  biz_opaque_callback_data: z.string().max(512),
});

export type SentTemplate = z.output<typeof messageSchema> & { id: string };

export interface WhatsAppStub {
  url: string;
  phoneNumberId: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
  /** Accepted messages, oldest first. */
  sent: SentTemplate[];
  /** Outcomes of the next requests: a status and code, or no response. */
  next: ({ status: number; code?: number } | 'hang')[];
  /** A webhook with statuses of a message, in the given order. */
  statuses(message: SentTemplate, ...states: string[]): { body: string; signature: string };
  /** A webhook with a person's reply. */
  answer(from: string, text: string): { body: string; signature: string };
  close(): Promise<void>;
}

/** A server that imitates the WhatsApp Business Cloud API, and misbehaves on demand. */
export async function startStubWhatsApp(): Promise<WhatsAppStub> {
  const sent: SentTemplate[] = [];
  const next: WhatsAppStub['next'] = [];
  const keys = {
    phoneNumberId: '106540352242922',
    accessToken: 'whatsapp-token-of-the-test',
    appSecret: 'app-secret-of-the-test',
    verifyToken: 'verify-token-of-the-test',
  };
  const { url, close } = await serveRequests((request, response, text) => {
    const answer = (status: number, body: object) => sendJson(response, status, body);
    const odd = next.shift();
    if (odd === 'hang') return;
    if (odd) return answer(odd.status, odd.code === undefined ? {} : { error: { code: odd.code } });
    if (request.headers.authorization !== `Bearer ${keys.accessToken}`)
      return answer(401, { error: { code: 190 } });
    const parsed = messageSchema.safeParse(JSON.parse(text));
    if (request.url !== `/${keys.phoneNumberId}/messages` || !parsed.success)
      return answer(400, { error: { code: 100 } });
    const message = { ...parsed.data, id: `wamid.${sent.length + 1}` };
    sent.push(message);
    answer(200, { messaging_product: 'whatsapp', messages: [{ id: message.id }] });
  });
  const webhook = (value: object) => {
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        { id: '1', changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', ...value } }] },
      ],
    });
    return { body, signature: `sha256=${createHmac('sha256', keys.appSecret).update(body).digest('hex')}` };
  };
  return {
    url,
    ...keys,
    sent,
    next,
    statuses: ({ id, to, biz_opaque_callback_data }, ...states) =>
      webhook({
        statuses: states.map((status) => ({
          id,
          status,
          timestamp: '1790000000',
          recipient_id: to,
          biz_opaque_callback_data,
          ...(status === 'failed' && { errors: [{ code: 131026, title: 'Message undeliverable' }] }),
        })),
      }),
    answer: (from, text) =>
      webhook({ messages: [{ from, id: 'wamid.in', type: 'text', text: { body: text } }] }),
    close,
  };
}
