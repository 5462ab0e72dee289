import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { NeedsScript } from '#app/ui/needs-script.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

/** What a personal page shows while it is found out who is there. */
export function AuthSpinner() {
  const t = useWords(shellWords);
  return (
    <div className="grid min-h-[60vh] place-items-center text-link">
      <span className="noscript:hidden">
        <Spinner className="size-10" label={t('checkingAccount')} />
      </span>
      <NeedsScript />
    </div>
  );
}
