import { href } from 'react-router';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Unbroken } from '#app/ui/unbroken.tsx';
import type { OrderRecovery } from './order-recovery.ts';

/** Warns that an earlier request has already placed this order. */
export function EarlierOrderNotice({ recovery }: { recovery: OrderRecovery }) {
  const t = checkoutTexts();
  const { order, accept, dismiss } = recovery;
  if (!order) return null;
  return (
    <div role="alert" className="grid gap-3 rounded-card bg-warning-tint p-4 text-warning-text">
      <p className="font-semibold">
        <Unbroken text={t('placedBefore', { number: order.number })} part={order.number} />
      </p>
      <p>{t('placedBeforeWhy')}</p>
      <div className="flex flex-wrap gap-2">
        <LinkButton to={href('/account/orders/:id', { id: order.id })} size="small" onClick={accept}>
          {t('seeOrder')}
        </LinkButton>
        <Button variant="outline" size="small" onClick={dismiss}>
          {t('orderAnother')}
        </Button>
      </div>
    </div>
  );
}
