import { z } from 'zod';
import { optsOut } from './opt-out-words.ts';
import type { PhoneChannel } from './phone-sender.ts';

/** A provider's report: a notification's status, or a number opting out or in again. */
export type NotificationUpdate = { channel: PhoneChannel } & (
  | {
      of: 'message';
      /** Our id; '' if the provider does not return it. */
      id: string;
      reference: string;
      /** sent, delivered, read or failed; otherwise the provider's own word. */
      state: string;
      /** The provider's error code, or ''. */
      error: string;
    }
  | { of: 'opt-out'; recipient: string; isOut: boolean }
);

const uuid = z.uuid();
const idOf = (text: unknown) => uuid.safeParse(text).data ?? '';

const twilioStates: Record<string, string> = { undelivered: 'failed', canceled: 'failed' };

/**
 * Reads a Twilio callback: a notification's status, or a person's reply.
 * @param messageId from the callback's URL
 */
export function twilioUpdates(parameters: URLSearchParams, messageId: string): NotificationUpdate[] {
  const read = (name: string) => parameters.get(name) ?? '';
  const status = read('MessageStatus');
  // States before sending carry no news.
  if (['accepted', 'scheduled', 'queued', 'sending'].includes(status)) return [];
  if (status)
    return [
      {
        of: 'message',
        channel: 'sms',
        id: idOf(messageId),
        reference: read('MessageSid'),
        state: twilioStates[status] ?? status,
        error: read('ErrorCode'),
      },
    ];
  const isOut = optsOut(read('OptOutType') || read('Body'));
  const recipient = read('From');
  return isOut !== undefined && /^\+\d{6,15}$/.test(recipient)
    ? [{ of: 'opt-out', channel: 'sms', recipient, isOut }]
    : [];
}

const whatsAppSchema = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          // Parse each entry alone, so that an unreadable one does not lose the others.
          value: z.object({
            statuses: z.array(z.unknown()).default([]),
            messages: z.array(z.unknown()).default([]),
          }),
        }),
      ),
    }),
  ),
});
const whatsAppStatus = z.object({
  id: z.string(),
  status: z.string(),
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(z.object({ code: z.number() })).optional(),
});
const whatsAppAnswer = z.object({
  // Users who hide their number have another form of id.
  from: z.string().regex(/^\d{6,15}$/),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
});

/** Reads a webhook of the WhatsApp Business Platform; skips unknown forms. */
export function whatsAppUpdates(body: unknown): NotificationUpdate[] {
  const parsed = whatsAppSchema.safeParse(body);
  if (!parsed.success) return [];
  const values = parsed.data.entry.flatMap(({ changes }) => changes.map(({ value }) => value));
  return values.flatMap(({ statuses, messages }): NotificationUpdate[] => [
    ...readable(whatsAppStatus, statuses).map((update) => ({
      of: 'message' as const,
      channel: 'whatsapp' as const,
      id: idOf(update.biz_opaque_callback_data),
      reference: update.id,
      state: update.status,
      error: String(update.errors?.[0]?.code ?? ''),
    })),
    ...readable(whatsAppAnswer, messages).flatMap(({ from, text, button }) => {
      const isOut = optsOut(text?.body ?? button?.text ?? '');
      return isOut === undefined
        ? []
        : [{ of: 'opt-out' as const, channel: 'whatsapp' as const, recipient: `+${from}`, isOut }];
    }),
  ]);
}

function readable<Schema extends z.ZodType>(schema: Schema, entries: readonly unknown[]): z.infer<Schema>[] {
  return entries.flatMap((entry) => {
    const { data } = schema.safeParse(entry);
    return data === undefined ? [] : [data];
  });
}
