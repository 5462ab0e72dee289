import emailjs, { EmailJSResponseStatus } from '@emailjs/browser';
import { contentTexts } from '#app/i18n/texts/content.ts';
import type { ContactMessage } from '#app/lib/context.ts';
import type { MailAccount } from './contact-form.ts';

/** Sends a message with EmailJS (docs/product.md, Messages). @returns an error message, or '' */
export async function sendContact(mail: MailAccount, message: ContactMessage): Promise<string> {
  try {
    emailjs.init({ publicKey: mail.publicKey, origin: mail.origin });
    await emailjs.send(mail.serviceId, mail.templateId, { ...message });
    return '';
  } catch (error) {
    return explainFailure(error instanceof EmailJSResponseStatus ? error.status : 0);
  }
}

/**
 * Maps the provider's status to a message (docs/product.md, Messages); the provider's own words address administrators.
 */
function explainFailure(status: number): string {
  const t = contentTexts();
  switch (status) {
    case 451:
      return t('mailHeadless');
    case 403:
      return t('mailBlocked');
    case 429:
      return t('mailTooMany');
    case 0:
      return t('mailNetwork');
    default:
      return t('mailOther');
  }
}
