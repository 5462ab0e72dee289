import { type ReactNode, useId } from 'react';
import { adminContentTexts } from '#app/i18n/texts/admin-content.ts';

/** Preview of the typed text. */
export function Preview({ text, children }: { text: string; children: ReactNode }) {
  const t = adminContentTexts();
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-4 grid gap-4 rounded-card border border-dashed p-4 md:p-6">
      <div>
        <h2 id={id} className="text-lg">
          {t('preview')}
        </h2>
        <p className="text-ink-soft text-sm">{text}</p>
      </div>
      {children}
    </section>
  );
}
