import { useRevalidator } from 'react-router';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { useAction } from '#app/ui/use-action.ts';
import { errorMessage } from './error-message.ts';

/** Changes stored data: reports the outcome, offers undo, and reloads the page's data. */
export function useChange<Key extends string = string>() {
  const t = adminTexts();
  const { revalidate } = useRevalidator();
  const { act: change, ...state } = useAction<Key>({
    explain: errorMessage,
    readAgain: revalidate,
    undoLabel: t('undo'),
  });
  return { ...state, change };
}

/** Makes a request that changes no stored data, such as for a file or more rows, and reports a failure. */
export function useRequest<Key extends string = string>() {
  const { act: request, ...state } = useAction<Key>({ explain: errorMessage });
  return { ...state, request };
}
