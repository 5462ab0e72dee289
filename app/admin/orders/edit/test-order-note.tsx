import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { adminDoorsTexts } from '#app/i18n/texts/admin-doors.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { removeTestOrder } from '../data/test-order-calls.ts';
import { listAddress } from '../model/order-filter.ts';

/** Marks a test order, and deletes it. */
export function TestOrderNote({ orderId }: { orderId: string }) {
  const t = adminDoorsTexts();
  const { busy, change } = useChange();
  const [asking, setAsking] = useState(false);
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const remove = () =>
    change({
      run: async () => {
        await removeTestOrder(orderId);
        await navigate(listAddress(query));
      },
      done: t('testRemoved'),
      failed: t('testNotRemoved'),
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-warning-tint p-4 text-warning-text">
      <p>{t('testNote')}</p>
      <Button variant="outline" size="small" onClick={() => setAsking(true)}>
        {t('removeTest')}
      </Button>
      <Dialog
        open={asking}
        title={t('removeTestTitle')}
        description={t('removeTestWhy')}
        size="small"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t('cancel')}
            </Button>
            <Button variant="destructive" busy={busy} onClick={() => void remove()}>
              {t('removeTest')}
            </Button>
          </>
        }
      />
    </div>
  );
}
