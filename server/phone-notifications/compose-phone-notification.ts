import { oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import { withoutIsolation } from '../../app/i18n/isolation.ts';
import { textMessage } from '../../app/lib/text-message.ts';
import { orderMailTexts } from '../mail/order-mail-texts.ts';
import type { OrderNotification } from '../mail/order-notification.ts';
import type { PhoneNotification } from './phone-sender.ts';

/**
 * Composes a phone notification about an order: the subject of its mail, the confirmation code, and the page.
 * WhatsApp templates are named `order_` plus the kind, with store, number and page as parameters, and the
 * code if there is one.
 * @param brand the brand in the recipient's language
 * @param pageUrl URL of the page to link to
 */
export function composePhoneNotification(
  message: OrderNotification,
  brand: Brand,
  pageUrl: string,
): PhoneNotification {
  const { id, kind, recipient, order, confirmation } = message;
  const language = brand.defaultLanguage;
  const t = orderMailTexts(message, brand);
  const words = t(kind, { number: order.number, store: brand.name });
  return {
    id,
    to: recipient,
    text: textMessage(
      [words, confirmation ? t('confirmCode', confirmation) : '', pageUrl].map((line) =>
        withoutIsolation(oneLine(line)),
      ),
    ),
    template: `order_${kind}`,
    parameters: [brand.name, order.number, pageUrl, ...(confirmation ? [confirmation.code] : [])],
    language,
  };
}
