import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { toast } from '#app/ui/toast.ts';
import { useIsMounted } from '../kit/edit/use-is-mounted.ts';
import { errorMessage } from '../kit/error-message.ts';

/**
 * Runs the action of a dialog about a user; an error is shown in the dialog, or as a toast once it was
 * closed.
 */
export function useDecision(onClose: () => void) {
  const { revalidate } = useRevalidator();
  const isMounted = useIsMounted();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const decide = async (work: () => Promise<void>, done: string) => {
    setBusy(true);
    setFailure('');
    try {
      await work();
      toast({ title: done });
      if (isMounted()) onClose();
      await revalidate();
    } catch (error) {
      const message = errorMessage(error);
      if (isMounted()) setFailure(message);
      else toast({ title: message, variant: 'destructive' });
    }
    setBusy(false);
  };
  return { busy, failure, decide };
}
