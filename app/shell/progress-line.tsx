import { useNavigation } from 'react-router';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';

/** A thin line along the top while a navigation takes longer than a moment. */
export function ProgressLine() {
  const t = useWords(shellWords);
  const busy = useNavigation().state !== 'idle';
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-100 h-0.75">
      {busy ? (
        <>
          <div className="h-full origin-left animate-[progress-line_8s_cubic-bezier(0,0.9,0.3,1)_0.15s_both] bg-focus rtl:origin-right" />
          <span className="sr-only">{t('loading')}</span>
        </>
      ) : null}
    </div>
  );
}
