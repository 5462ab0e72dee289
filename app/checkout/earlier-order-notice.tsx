import { href } from 'react-router';
import { checkoutWords } from '#app/messages/en/checkout.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { PlacedBefore } from './placed-before.ts';

interface EarlierOrderNoticeProps {
  before: PlacedBefore;
}

/** Says, where there is one, that an order stands which nobody has thanked for, before a second one is made by mistake. */
export function EarlierOrderNotice({ before }: EarlierOrderNoticeProps) {
  const t = useWords(checkoutWords);
  const { order, accept, forget } = before;
  if (!order) return null;
  return (
    <div role="alert" className="grid gap-3 rounded-card bg-warning-tint p-4 text-warning-text">
      <p className="font-semibold">{t('placedBefore', { number: order.number })}</p>
      <p>{t('placedBeforeWhy')}</p>
      <div className="flex flex-wrap gap-2">
        <LinkButton to={href('/account/orders/:id', { id: order.id })} size="small" onClick={accept}>
          {t('seeOrder')}
        </LinkButton>
        <Button variant="outline" size="small" onClick={forget}>
          {t('orderAnother')}
        </Button>
      </div>
    </div>
  );
}
