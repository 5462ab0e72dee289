import emailjs, { EmailJSResponseStatus } from '@emailjs/browser';
import contentMessages from '#app/i18n/messages/en/content.json';
import { getTranslations } from '#app/i18n/translations.ts';
import type { Storefront } from '#app/lib/context.ts';
import type { ContactMessage } from './contact-form.ts';

/** Sends a message through the e-mail provider's client (spec section 7). Gives why it did not go out, else ''. */
export async function sendContact(mail: Storefront['mail'], message: ContactMessage): Promise<string> {
  try {
    emailjs.init({ publicKey: mail.publicKey, origin: mail.origin || location.origin });
    await emailjs.send(mail.serviceId, mail.templateId, message);
    return '';
  } catch (error) {
    // What the store's own endpoint finds wrong with a message is written for people; another's words need not be.
    return explainMailFailure(error, mail.origin === '');
  }
}

/** What a failed sending means, by the provider's statuses (spec section 8). */
function explainMailFailure(error: unknown, ownWords: boolean): string {
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
      return ownWords && error instanceof EmailJSResponseStatus ? error.text : t('mailOther');
    default:
      return t('mailOther');
  }
}
