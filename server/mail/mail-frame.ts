import { escapeHtml, hexColor, inkOn } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import { directionOf } from '../../app/i18n/page-language.ts';

/** Inline style of small print. */
export const smallPrint = 'font-size:14px;line-height:1.5;color:#4b5563';

function colors(brand: Brand) {
  const color = hexColor(brand.primaryColor) ?? '#1f2937';
  return `background:${color};color:${inkOn(color)}`;
}

/** A link styled as the store's button, as HTML. */
export function mailButton(brand: Brand, address: string, label: string): string {
  return `<p style="margin:0 0 28px"><a href="${escapeHtml(address)}" style="display:inline-block;padding:14px 28px;border-radius:8px;${colors(brand)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

/**
 * Wraps a mail's body in the store's HTML frame: name on top, sender below.
 * @param body HTML with all input escaped
 * @param sender lines of plain text
 */
export function mailFrame(brand: Brand, subject: string, body: string, sender: readonly string[]): string {
  return `<!doctype html>
<html lang="${brand.defaultLanguage}" dir="${directionOf(brand.defaultLanguage)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6;color:#111827;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.6">
<div style="max-width:560px;margin:0 auto;border-radius:12px;overflow:hidden;background:#ffffff">
<p style="margin:0;padding:20px 32px;${colors(brand)};font-size:22px;font-weight:800">${escapeHtml(brand.name)}</p>
<div style="padding:32px">
${body}
</div>
<p style="margin:0;padding:16px 32px;background:#f9fafb;${smallPrint}">${sender.map((line) => `<bdi>${escapeHtml(line)}</bdi>`).join(' · ')}</p>
</div>
</body>
</html>
`;
}
