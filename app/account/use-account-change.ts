import { useRevalidator } from 'react-router';
import { authFailure, explainAuthFailure } from '#app/auth/failure.ts';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { useAction } from '#app/ui/use-action.ts';

/** Runs a change to the account: shows the result, offers undo, and reloads the page's data. */
export function useAccountChange<Key extends string = string>() {
  const t = accountTexts();
  const { revalidate } = useRevalidator();
  const { act: change, ...state } = useAction<Key>({
    explain: (error) =>
      authFailure(error).name.startsWith('Auth')
        ? explainAuthFailure(error)
        : (refusalMessage(error) ?? t('unreachable')),
    readAgain: revalidate,
    undoLabel: t('undo'),
  });
  return { ...state, change };
}
