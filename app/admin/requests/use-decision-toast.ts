import { useEffect, useEffectEvent } from 'react';
import { href, useNavigate } from 'react-router';
import { useSession } from '#app/auth/session.ts';
import { adminRequestsTexts } from '#app/i18n/texts/admin-requests.ts';
import { toast } from '#app/ui/toast.ts';
import { subscribeToApprovals } from '../live/approval-requests.ts';

/** Says in an open office that a request of this person was decided, or ended. Used once, in the layout. */
export function useDecisionToast(tenantIds: readonly string[]): void {
  const stores = tenantIds.join(' ');
  const t = adminRequestsTexts();
  const { user } = useSession();
  const navigate = useNavigate();
  const handleEvent = useEffectEvent((event: string, payload: Record<string, unknown>) => {
    const { asked_by: askedBy, state } = payload;
    if (event !== 'approval' || askedBy !== user?.id) return;
    if (state !== 'approved' && state !== 'refused' && state !== 'ended') return;
    toast({
      title: t(`told_${state}`),
      action: { label: t('show'), onClick: () => void navigate(href('/admin/requests')) },
    });
  });
  useEffect(() => {
    if (!stores) return;
    return subscribeToApprovals(stores.split(' '), (event, payload) => handleEvent(event, payload));
  }, [stores]);
}
