import { escapeHtml, type Message, oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import englishOwnerMail from '../../app/i18n/texts/en/owner-mail.json' with { type: 'json' };
import { mailButton, storeMail } from './mail-frame.ts';
import { typedText } from './mail-text.ts';
import { mailTranslations } from './mail-translations.ts';

/** An account that an owner link created or restored. */
interface OwnerNews {
  /** Sign-in address of the account. */
  email: string;
  kind: 'added' | 'restored';
}

/**
 * Composes the mail that tells other owners about it, in the brand's language; escapes all input.
 * @param logUrl URL of the log of changes
 */
export function composeOwnerMail(news: OwnerNews, to: string, brand: Brand, logUrl: string): Message {
  const t = mailTranslations(brand.defaultLanguage, 'owner-mail', englishOwnerMail);
  const subject = oneLine(t(`${news.kind}Subject`, { store: brand.name }));
  const lead = t(`${news.kind}Lead`, { email: typedText(news.email) });
  const body = `<p style="margin:0 0 16px">${escapeHtml(lead)}</p>
<p style="margin:0 0 24px">${escapeHtml(t('unexpected'))}</p>
${mailButton(brand, logUrl, t('see'))}`;
  return storeMail(brand, logUrl, {
    kind: `owner_${news.kind}`,
    to,
    subject,
    text: [lead, t('unexpected'), `${t('see')}: ${logUrl}`],
    body,
  });
}
