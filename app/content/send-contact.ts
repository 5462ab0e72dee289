import emailjs, { EmailJSResponseStatus } from '@emailjs/browser';
import contentMessages from '#app/i18n/messages/en/content.json';
import { getTranslations } from '#app/i18n/translations.ts';
import type { StoreContext } from '#app/lib/context.ts';
import type { ContactMessage } from './contact-form.ts';

/** Sends a message through the email provider's client (docs/product.md, Messages). @returns an error message, or '' */
export async function sendContact(mail: StoreContext['mail'], message: ContactMessage): Promise<string> {
  try {
    emailjs.init({ publicKey: mail.publicKey, origin: mail.origin || location.origin });
    await emailjs.send(mail.serviceId, mail.templateId, message);
    return '';
  } catch (error) {
    // Only the store's own endpoint returns messages meant for people.
    return explainMailFailure(error, mail.origin === '');
  }
}

/** Maps the provider's status to a message (docs/product.md, Messages). */
function explainMailFailure(error: unknown, isOwnEndpoint: boolean): string {
  const t = getTranslations('content', contentMessages);
  const status = error instanceof EmailJSResponseStatus ? error.status : 0;
  switch (status) {
    case 451:
      return t('mailHeadless');
    case 403:
      return t('mailBlocked');
    case 429:
      return t('mailTooMany');
    case 0:
      return t('mailNetwork');
    case 400:
      return isOwnEndpoint && error instanceof EmailJSResponseStatus ? error.text : t('mailOther');
    default:
      return t('mailOther');
  }
}
