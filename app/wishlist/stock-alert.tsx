import { Bell, BellOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { signInPath } from '#app/auth/model.ts';
import { pageSession } from '#app/auth/session.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import { stockAlertTexts } from '#app/i18n/texts/stock-alert.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { useSingleRun } from '#app/ui/use-single-run.ts';
import { addStockAlert, hasStockAlert, removeStockAlert } from './stock-alert-data.ts';

type StockAlertProps = { productId: string; variantId: string };

/** **Email me when it is back** for a sold-out variant; visitors are asked to sign in first. */
export default function StockAlert({ productId, variantId }: StockAlertProps) {
  const t = stockAlertTexts();
  const tAuth = authTexts();
  const navigate = useNavigate();
  const [hasAlert, setHasAlert] = useState<boolean>();
  const [state, run] = useSingleRun();

  useEffect(() => {
    let ended = false;
    // On failure the button offers the alert; adding it twice is harmless.
    void pageSession
      .currentUser()
      .then((user) => user && hasStockAlert(user.id, variantId))
      // A response after the person has chosen is older than their choice.
      .then((alert) => !ended && setHasAlert((chosen) => chosen ?? Boolean(alert)))
      .catch(() => {});
    return () => {
      ended = true;
    };
  }, [variantId]);

  const toggle = () =>
    run(async () => {
      try {
        const user = await pageSession.currentUser();
        if (user) {
          if (hasAlert) await removeStockAlert(user.id, variantId);
          else await addStockAlert(user.id, productId, variantId);
          setHasAlert(!hasAlert);
        } else {
          toast({ title: tAuth('pleaseSignIn'), description: tAuth('pleaseSignInWhy') });
          await navigate(signInPath(location.pathname + location.search));
        }
      } catch (error) {
        toast({
          title: t('failed'),
          description: refusalMessage(error) ?? t('failedWhy'),
          variant: 'destructive',
        });
      }
      return false;
    });
  const Icon = hasAlert ? BellOff : Bell;
  return (
    <div className="flex flex-col gap-2 noscript:hidden">
      <p role="status" className="text-ink-soft text-sm">
        {hasAlert ? t('asked') : null}
      </p>
      <Button
        variant="outline"
        size="small"
        busy={state === 'busy'}
        onClick={() => void toggle()}
        // On a wishlist card the label needs two lines.
        className="w-full whitespace-normal! py-1"
      >
        {state === 'busy' ? null : <Icon className="size-4 shrink-0" />}
        {hasAlert ? t('cancel') : t('ask')}
      </Button>
    </div>
  );
}
