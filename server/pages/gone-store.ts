import type { IncomingMessage, ServerResponse } from 'node:http';
import { brandInLanguage } from '../../app/brands/brand-in-language.ts';
import type { Language } from '../../app/i18n/languages.ts';
import messages from '../../app/i18n/texts/en/gone-store.json' with { type: 'json' };
import { brandById } from '../brands/brand-registry.ts';
import { mailTranslations } from '../mail/mail-translations.ts';
import { plainPage } from './plain-page.ts';

/** Answers 410 with a page that says that the store is no longer there. */
export function respondGone(
  request: IncomingMessage,
  response: ServerResponse,
  { tenantId, language }: { tenantId: string; language: Language },
): void {
  const t = mailTranslations(language, 'gone-store', messages);
  const found = brandById(tenantId);
  const brand = found && brandInLanguage(found, language);
  const { headers, html } = plainPage({
    language,
    brand,
    title: t('title', { store: brand?.name ?? '' }),
    text: t('text'),
  });
  response
    .writeHead(410, { ...headers, 'cache-control': 'no-store' })
    .end(request.method === 'HEAD' ? undefined : html);
}
