import type { Logger } from 'pino';
import { z } from 'zod';
import { type Language, languages } from '../../app/i18n/languages.ts';
import englishOrderMails from '../../app/i18n/texts/en/order-mails.json' with { type: 'json' };
import { Constants } from '../../app/lib/database.types.ts';
import { isMessageKey } from '../../app/lib/message-words.ts';
import { partsOf } from '../../app/lib/text-message.ts';
import { requireSession, type SessionBackend } from '../backend/session.ts';
import { createEndpoints, type Endpoints, jsonBody } from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { composeOrderMail } from '../mail/compose-order-mail.ts';
import { speakingBrand } from '../mail/mail-queue.ts';
import { mailTexts } from '../mail/mail-translations.ts';
import { orderMailQueue } from '../mail/order-mail-queue.ts';
import type { OrderNotification } from '../mail/order-notification.ts';
import { composePhoneNotification } from '../phone-notifications/compose-phone-notification.ts';
import { phonePathOf } from '../phone-notifications/phone-queue.ts';

const previewSchema = z.object({
  orderId: z.uuid(),
  kind: z.enum(Constants.public.Enums.order_notification_kind),
  language: z.enum(languages),
  /** Texts that are not saved yet, by key; '' for the default. */
  drafts: z.record(z.string().max(60), z.string().max(1000)),
});

interface EndpointOptions {
  backend: SessionBackend;
  origin: string;
  log: Logger;
}

/** The default texts of messages in a language, by key. */
const defaultTexts = (language: Language) => {
  const texts = mailTexts(language, 'order-mails', englishOrderMails);
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isMessageKey(key)));
};

/**
 * With a bearer access token:
 * - GET `/message-preview`: the default texts of messages in each language
 * - POST `/message-preview`: the mail and the text message of a kind about an order, in unsaved words
 * (docs/product.md, Words of messages). What the person may not see of the order is masked by the database. Sends nothing.
 */
export function messagePreviewEndpoint({ backend, origin, log }: EndpointOptions): Endpoints {
  const endpoints = createEndpoints(log);
  const body = jsonBody(previewSchema, {
    largest: 64 * 1024,
    message: 'Name an order and a kind of message.',
  });
  const session = requireSession(backend);
  endpoints.get('/message-preview', session, (c) =>
    c.json(Object.fromEntries(languages.map((language) => [language, defaultTexts(language)])), 200, {
      'cache-control': 'private, no-store',
    }),
  );
  endpoints.post('/message-preview', session, body, async (c) => {
    const { orderId, kind, language, drafts } = c.var.body;
    const { data, error } = await c.var.session.person.rpc('preview_order_notification', {
      p_order_id: orderId,
      p_kind: kind,
    });
    if (error) throw new HttpError(403, error.message, { details: error.details });
    const content = data as OrderNotification;
    const words: Record<string, string> = { ...content.words[language], ...drafts };
    const message: OrderNotification = {
      ...content,
      language,
      words: { [language]: Object.fromEntries(Object.entries(words).filter(([, text]) => text.trim())) },
    };
    const said = speakingBrand(message, origin, orderMailQueue.pathOf(message));
    const mail = composeOrderMail(message, said.brand, said.pageUrl);
    const onPhone = speakingBrand(message, origin, phonePathOf(message));
    const { text } = composePhoneNotification(message, onPhone.brand, onPhone.pageUrl);
    return c.json({ subject: mail.subject, html: mail.html, text, parts: partsOf(text) }, 200, {
      'cache-control': 'private, no-store',
    });
  });
  return endpoints;
}
