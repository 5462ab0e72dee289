import { useState } from 'react';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { adminClaimsTexts } from '#app/i18n/texts/admin-claims.ts';
import { Button } from '#app/ui/button.tsx';
import { useChange } from '../../ui/use-change.ts';
import { sendLostAgain } from '../claims/claim-calls.ts';
import { ClaimDialog } from '../claims/claim-dialog.tsx';
import { ClaimFacts } from '../claims/claim-facts.tsx';
import type { AdminShipment } from '../data/read-admin-orders.ts';

/** The claim against the carrier of a lost or returned shipment, and a button that sends lost pieces again. */
export function ShipmentClaim({ shipment }: { shipment: AdminShipment }) {
  const t = adminClaimsTexts();
  const { user } = useSession();
  const { busy, change } = useChange();
  const [claiming, setClaiming] = useState(false);
  const { id, state, claim, can_send_lost_again } = shipment;
  const canClaim =
    !claim && (state === 'lost' || state === 'returned_to_sender') && may(user, 'money.settle_cash');
  const again = () =>
    change({
      run: () => sendLostAgain(id, t('lostReason')),
      done: t('sentAgain'),
      failed: t('notSentAgain'),
    });
  const sendsAgain = can_send_lost_again && may(user, 'orders.pack');
  if (!claim && !canClaim && !sendsAgain) return null;
  return (
    <div className="grid gap-3">
      {sendsAgain ? (
        <div className="grid justify-items-start gap-2">
          <p className="text-ink-soft text-sm">{t('sendAgainWhy')}</p>
          <Button size="small" busy={busy} onClick={() => void again()}>
            {t('sendAgain')}
          </Button>
        </div>
      ) : null}
      {claim ? (
        <div className="grid gap-2 border-t pt-3">
          <h4 className="font-medium text-sm">{t('claim')}</h4>
          <ClaimFacts shipment={shipment} claim={claim} />
        </div>
      ) : null}
      {canClaim ? (
        <Button variant="quiet" size="small" className="justify-self-start" onClick={() => setClaiming(true)}>
          {t('makeOther')}
        </Button>
      ) : null}
      {claiming ? <ClaimDialog shipment={shipment} claim={null} onClose={() => setClaiming(false)} /> : null}
    </div>
  );
}
