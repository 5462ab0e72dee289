import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Spinner } from '#app/ui/spinner.tsx';

/** What a personal page shows while it is found out who is there. */
export function AuthSpinner() {
  const t = useWords(shellWords);
  return (
    <div className="grid min-h-[60vh] place-items-center text-link">
      <Spinner className="size-10" label={t('checkingAccount')} />
    </div>
  );
}
