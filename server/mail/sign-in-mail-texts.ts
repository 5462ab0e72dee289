import type { MailTexts, MessageKind } from 'embedded-supabase/mail';
import { withoutIsolation } from '../../app/i18n/isolation.ts';
import type { Language } from '../../app/i18n/languages.ts';
import { directionOf } from '../../app/i18n/page-language.ts';
import englishSignInMails from '../../app/i18n/texts/en/sign-in-mails.json' with { type: 'json' };
import { mailTranslations } from './mail-translations.ts';

export function signInMailTexts(language: Language): MailTexts {
  const t = mailTranslations(language, 'sign-in-mails', englishSignInMails);
  const linked = (kind: Exclude<MessageKind, 'reauthentication'>, ignore = t('ignore')) => ({
    subject: (brand: string) => withoutIsolation(t(`${kind}Subject`, { brand })),
    lead: (brand: string, address: string) => t(`${kind}Lead`, { brand, address }),
    button: t(`${kind}Button`),
    ignore,
  });
  return {
    language,
    direction: directionOf(language),
    messages: {
      signup: linked('signup', t('signupIgnore')),
      taken: linked('taken'),
      recovery: linked('recovery'),
      magiclink: linked('magiclink'),
      email_change: linked('email_change'),
      email_change_current: linked('email_change_current', t('email_change_currentIgnore')),
      reauthentication: {
        subject: (brand) => withoutIsolation(t('reauthenticationSubject', { brand })),
        lead: (brand) => t('reauthenticationLead', { brand }),
        button: '',
        ignore: t('reauthenticationIgnore'),
      },
    },
    orCode: t('orCode'),
    yourCode: t('yourCode'),
    lifetime: { link: t('lifetime_link'), code: t('lifetime_code'), both: t('lifetime_both') },
  };
}
