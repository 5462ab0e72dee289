import { escapeHtml, type Message, oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import englishStaffInvitationMail from '../../app/i18n/texts/en/staff-invitation-mail.json' with {
  type: 'json',
};
import { mailButton, storeMail } from './mail-frame.ts';
import { typedText } from './mail-text.ts';
import { mailTranslations } from './mail-translations.ts';

interface StaffInvitation {
  inviter: string;
  /** Names of the stores; null for all stores. */
  stores: readonly string[] | null;
  link: string;
}

/** Composes the mail that invites somebody to work here, in the brand's language; escapes all input. */
export function composeStaffInvitation(
  { inviter, stores, link }: StaffInvitation,
  to: string,
  brand: Brand,
): Message {
  const language = brand.defaultLanguage;
  const t = mailTranslations(language, 'staff-invitation-mail', englishStaffInvitationMail);
  const from = typedText(inviter);
  const names = stores && new Intl.ListFormat(language).format(stores);
  const lead = names
    ? t('lead', { inviter: from, stores: names })
    : t('leadAll', { inviter: from, store: brand.name });
  const paragraphs = [lead, t('once')];
  const body = `${paragraphs.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('\n')}
${mailButton(brand, link, t('accept'))}
<p style="margin:24px 0 0">${escapeHtml(t('unexpected'))}</p>`;
  return storeMail(brand, link, {
    kind: 'staff_invitation',
    to,
    subject: oneLine(t('subject', { inviter: from, store: brand.name })),
    text: [...paragraphs, `${t('accept')}: ${link}`, t('unexpected')],
    body,
  });
}
