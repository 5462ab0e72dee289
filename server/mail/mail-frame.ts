import {
  mailButton as button,
  escapeHtml,
  hexColor,
  type MailLook,
  type Message,
  mailPage,
  oneLine,
} from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import { directionOf } from '../../app/i18n/page-language.ts';
import englishInvoices from '../../app/i18n/texts/en/invoices.json' with { type: 'json' };
import { sellerIn } from '../../app/store/seller.ts';
import { letterheadOf } from '../brands/brand-registry.ts';
import { mailTranslations } from './mail-translations.ts';

export const smallPrint = 'font-size:14px;line-height:1.5;color:#4b5563';

/** A typeface with what stands in for it: it shows only if the reader's device has it. */
const fontStack = ({ family, fallback }: Brand['design']['fonts']['body']): string =>
  `'${family.replace(/[^\p{L}\p{N} -]/gu, '')}',${fallback.replaceAll('"', "'")}`;

/** A brand's design, as far as mail programs support it. */
function lookOf({ primaryColor, secondaryColor, design }: Brand): MailLook {
  return {
    color: hexColor(primaryColor) ?? '#1f2937',
    footColor: hexColor(secondaryColor),
    font: fontStack(design.fonts.body),
    radius: design.radius,
  };
}

/** A link styled as the store's button, as HTML. */
export const mailButton = (brand: Brand, address: string, label: string): string =>
  button(address, label, lookOf(brand));

/** A mail of a store, before its frame, sender and last lines. */
type StoreMail = Pick<Message, 'id' | 'kind' | 'to' | 'subject' | 'attachments' | 'replyTo'> & {
  /** The paragraphs of the text version. */
  text: readonly string[];
  /** HTML with all input escaped. */
  body: string;
};

/**
 * Makes a store's mail: its logo and name at the top, its signature and legal facts at the end, and its sender.
 * @param brand the brand in the mail's language, which is its `defaultLanguage`
 * @param pageUrl URL of any page of the store, whose origin has the logo
 */
export function storeMail(brand: Brand, pageUrl: string, { text, body, ...mail }: StoreMail): Message {
  const foot = mailFoot(brand);
  return {
    ...mail,
    ...mailSender(brand, mail.replyTo),
    text: `${[...text, foot.join('\n')].filter(Boolean).join('\n\n')}\n`,
    html: mailPage(
      {
        language: brand.defaultLanguage,
        direction: directionOf(brand.defaultLanguage),
        title: mail.subject,
        head: mailHead(brand, pageUrl),
        body,
        foot: foot.map((line) => `<bdi>${escapeHtml(line)}</bdi>`).join('<br>'),
      },
      lookOf(brand),
    ),
  };
}

/** The sender of a store's mails: its name, its own address if it has one, and where answers go. */
export function mailSender(brand: Brand, replyTo = ''): Pick<Message, 'from' | 'replyTo'> {
  const { sender, replyTo: ownReplyTo, seller } = letterheadOf(brand);
  return {
    from: { name: oneLine(brand.name), ...(sender && { address: sender }) },
    replyTo: replyTo || ownReplyTo || seller.email || undefined,
  };
}

/** The last lines of a store's mails: its signature, or else its name and contact address; and its legal facts. */
export function mailFoot(brand: Brand): string[] {
  const language = brand.defaultLanguage;
  const t = mailTranslations(language, 'invoices', englishInvoices);
  const letterhead = letterheadOf(brand);
  const { name, address, taxNumber, email } = sellerIn(letterhead.seller, language);
  const signature = letterhead.signature[language].split('\n').map(oneLine).filter(Boolean);
  return [
    ...(signature.length > 0 ? signature : [[brand.name, email].filter(Boolean).join(' · ')]),
    name === brand.name ? '' : name,
    address,
    taxNumber && t('taxNumber', { number: taxNumber }),
  ].filter(Boolean);
}

/** The path of a brand's logo as PNG, since mail programs show no SVG. */
export const mailLogoPath = ({ id }: Pick<Brand, 'id'>): string => `/brands/${id}/logo.png`;

function mailHead(brand: Brand, pageUrl: string): string {
  const { display, displayCase, displayTracking } = brand.design.fonts;
  const isLatin = brand.defaultLanguage === 'en';
  const name = `<span style="text-transform:${isLatin ? displayCase : 'none'};letter-spacing:${isLatin ? displayTracking : 0}em">${escapeHtml(brand.name)}</span>`;
  const logo = new URL(mailLogoPath(brand), pageUrl).href;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#ffffff" style="padding:4px;background:#ffffff;border-radius:8px"><img src="${escapeHtml(logo)}" alt="" height="32" style="display:block;height:32px;width:auto;max-width:128px"></td><td width="12" style="width:12px"></td><td style="color:inherit;font-family:${fontStack(display)};font-size:22px;line-height:1.3;font-weight:800">${name}</td></tr></table>`;
}
