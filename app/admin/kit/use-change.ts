import { useRevalidator } from 'react-router';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { useAction } from '#app/ui/use-action.ts';
import { errorMessage } from './error-message.ts';

/** Changes stored data: reports the outcome, offers to undo it, and reloads the page's data. */
export function useChange<Key extends string = string>() {
  const t = useTranslations('admin', adminMessages);
  const { revalidate } = useRevalidator();
  const { act: change, ...state } = useAction<Key>({
    explain: errorMessage,
    readAgain: revalidate,
    undoLabel: t('undo'),
  });
  return { ...state, change };
}

/** Asks for something that changes no stored data, such as a file or more rows, and reports a failure. */
export function useRequest<Key extends string = string>() {
  const { act: request, ...state } = useAction<Key>({ explain: errorMessage });
  return { ...state, request };
}
