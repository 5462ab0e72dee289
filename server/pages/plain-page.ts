import { createHash } from 'node:crypto';
import { escapeHtml, hexColor } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import type { Language } from '../../app/i18n/languages.ts';
import { directionOf } from '../../app/i18n/page-language.ts';

interface PlainPage {
  language: Language;
  /** Whose color it has. */
  brand: Brand | undefined;
  title: string;
  text: string;
  /** Seconds after which it reloads itself. */
  refresh?: number;
}

const styleOf = (brand: Brand | undefined) => `
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
body { margin: 0; min-height: 100dvh; display: grid; align-content: center; box-sizing: border-box; padding: 2rem;
  border-block-start: 0.5rem solid ${hexColor(brand?.primaryColor ?? '') ?? 'GrayText'} }
main { inline-size: min(100%, 34rem); margin-inline: auto }
h1 { margin: 0 0 0.5rem; font-size: clamp(1.75rem, 6vw, 2.5rem); line-height: 1.2; text-wrap: balance }
p { margin: 0; text-wrap: pretty }
`;

/** A page of one heading and one sentence, without the app's files; and its headers. */
export function plainPage({ language, brand, title, text, refresh }: PlainPage) {
  const style = styleOf(brand);
  const hash = createHash('sha256').update(style).digest('base64');
  const heading = escapeHtml(title);
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${refresh === undefined ? '' : `\n<meta http-equiv="refresh" content="${refresh}">`}
<title>${heading}</title>
<style>${style}</style>
</head>
<body><main><h1>${heading}</h1><p>${escapeHtml(text)}</p></main></body>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'`,
  };
  return { headers, html };
}
