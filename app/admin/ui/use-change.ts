import { useRevalidator } from 'react-router';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { type Action, useAction } from '#app/ui/use-action.ts';
import { errorMessage } from './error-message.ts';
import { withRecentSecondStep } from './second-step-again.tsx';

/**
 * Changes stored data: reports the outcome, offers to undo it, and reloads the page's data.
 * @param explain says what an error means, where it is not one of the backend's
 */
export function useChange<Key extends string = string>(explain: (error: unknown) => string = errorMessage) {
  const t = adminTexts();
  const { revalidate } = useRevalidator();
  const { act, ...state } = useAction<Key>({
    explain,
    readAgain: revalidate,
    undoLabel: t('undo'),
  });
  const change = <Result>(action: Action<Result, Key>) =>
    act({ ...action, run: () => withRecentSecondStep(action.run) });
  return { ...state, change };
}

/** Asks for something that changes no stored data, such as a file or more rows, and reports a failure. */
export function useRequest<Key extends string = string>(explain: (error: unknown) => string = errorMessage) {
  const { act, ...state } = useAction<Key>({ explain });
  const request = <Result>(action: Action<Result, Key>) =>
    act({ ...action, run: () => withRecentSecondStep(action.run) });
  return { ...state, request };
}
