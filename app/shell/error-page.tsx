import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { MessagePage } from './message-page.tsx';
import { NotFound } from './not-found.tsx';

/** What a page shows when it failed, in the brand's voice, with **Try again**; a 404 shows the not-found page. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useWords(shellWords);
  const { voice } = useBrand().design;
  const { revalidate, state } = useRevalidator();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFound />;
  const retry = () => {
    // A route that failed in the browser may lack its code: only a fresh page helps then.
    if (error instanceof Error) location.reload();
    else void revalidate();
  };
  return (
    <MessagePage code={String(status)} title={voice.errorTitle} text={voice.errorText}>
      <Button busy={state !== 'idle'} onClick={retry}>
        {t('tryAgain')}
      </Button>
    </MessagePage>
  );
}
