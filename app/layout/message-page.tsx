import { type ReactNode, useEffect } from 'react';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { useRootData } from '#app/store/root-data.ts';
import { classes } from '#app/ui/classes.ts';
import { Ornament } from '#app/ui/ornament.tsx';

type MessagePageProps = { code?: string | undefined; title: string; text: string; children: ReactNode };

/** A full page with one message and links. */
export function MessagePage({ code, title, text, children }: MessagePageProps) {
  const t = shellTexts();
  const { message: layout } = useRootData();
  // Scrolls to the top, as it may replace a scrolled page.
  // `void`: newer browsers return a promise, which is no effect cleanup.
  useEffect(() => void scrollTo(0, 0), []);
  return (
    <div className={classes('relative isolate grid min-h-dvh overflow-hidden', layout.page)}>
      <Ornament className="text-line" />
      <div className={layout.body}>
        {code ? <p className={layout.code}>{t('errorCode', { code })}</p> : null}
        <h1 className={layout.title}>{title}</h1>
        <p className={classes('max-w-prose text-ink-soft', layout.text)}>{text}</p>
        <div className="flex flex-wrap gap-3 pt-2">{children}</div>
      </div>
    </div>
  );
}
