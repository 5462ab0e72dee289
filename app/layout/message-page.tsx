import { type ReactNode, useEffect } from 'react';
import shellMessages from '#app/i18n/messages/en/shell.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Ornament } from '#app/ui/ornament.tsx';

type MessagePageProps = { code?: string | undefined; title: string; text: string; children: ReactNode };

/** A full page with one message and links. */
export function MessagePage({ code, title, text, children }: MessagePageProps) {
  const t = useTranslations('shell', shellMessages);
  // Scrolls to the top, as it may replace a scrolled page.
  // `void`: newer browsers return a promise, which is no effect cleanup.
  useEffect(() => void scrollTo(0, 0), []);
  return (
    <div className="relative isolate grid min-h-dvh place-items-center overflow-hidden">
      <Ornament className="text-line" />
      <div className="column flex max-w-2xl flex-col items-start gap-5 py-section">
        {code ? <p className="font-details font-semibold text-link">{t('errorCode', { code })}</p> : null}
        <h1 className="text-hero">{title}</h1>
        <p className="max-w-prose text-ink-soft text-lg">{text}</p>
        <div className="flex flex-wrap gap-3 pt-2">{children}</div>
      </div>
    </div>
  );
}
