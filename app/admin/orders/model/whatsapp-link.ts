import { cleanPhone } from '#app/lib/typed-contacts.ts';
import { nationalDigits } from '../../ui/list/search-pattern.ts';

/** Returns the link that opens WhatsApp with a message to a phone number; Egyptian unless it names its country. */
export function whatsAppLink(phone: string, message: string): string {
  const cleaned = cleanPhone(phone);
  const isForeign = /^(?:\+|00)(?!20)/.test(cleaned);
  const digits = isForeign ? cleaned.replace(/^(?:\+|00)/, '') : `20${nationalDigits(phone)}`;
  return `https://wa.me/${digits}?text=${encodeURIComponent(message)}`;
}
