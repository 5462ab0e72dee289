import { mailButton as button, escapeHtml, hexColor, type MailLook, mailPage } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import { directionOf } from '../../app/i18n/page-language.ts';

export const smallPrint = 'font-size:14px;line-height:1.5;color:#4b5563';

/** A brand's design, as far as mail programs support it. */
function lookOf({ primaryColor, secondaryColor, design }: Brand): MailLook {
  const { family, fallback } = design.fonts.body;
  return {
    color: hexColor(primaryColor) ?? '#1f2937',
    footColor: hexColor(secondaryColor),
    // Shown only if the reader's device has the font.
    font: `'${family.replace(/[^\p{L}\p{N} -]/gu, '')}',${fallback.replaceAll('"', "'")}`,
    radius: design.radius,
  };
}

/** A link styled as the store's button, as HTML. */
export const mailButton = (brand: Brand, address: string, label: string): string =>
  button(address, label, lookOf(brand));

/**
 * Wraps a mail's body in the store's HTML frame: name at the top, sender at the bottom.
 * @param body HTML with all input escaped
 * @param sender lines of plain text
 */
export function mailFrame(brand: Brand, subject: string, body: string, sender: readonly string[]): string {
  const { displayCase, displayTracking } = brand.design.fonts;
  const isLatin = brand.defaultLanguage === 'en';
  const name = `<span style="text-transform:${isLatin ? displayCase : 'none'};letter-spacing:${isLatin ? displayTracking : 0}em">${escapeHtml(brand.name)}</span>`;
  return mailPage(
    {
      language: brand.defaultLanguage,
      direction: directionOf(brand.defaultLanguage),
      title: subject,
      head: name,
      body,
      foot: sender.map((line) => `<bdi>${escapeHtml(line)}</bdi>`).join(' · '),
    },
    lookOf(brand),
  );
}
