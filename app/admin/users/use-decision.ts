import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { toast } from '#app/ui/toast.ts';
import { useIsMounted } from '../kit/edit/use-is-mounted.ts';
import { errorMessage } from '../kit/error-message.ts';

/**
 * Carries out what a dialog asked about somebody; what the database refuses is said in the dialog, which stays open, or in a
 * toast once it was closed.
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
      const why = errorMessage(error);
      if (isMounted()) setFailure(why);
      else toast({ title: why, variant: 'destructive' });
    }
    setBusy(false);
  };
  return { busy, failure, decide };
}
