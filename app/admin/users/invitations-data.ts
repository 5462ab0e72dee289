import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import {
  invitationPaths,
  type NewInvitation,
  type SentInvitation,
  sentInvitationSchema,
} from '#app/lib/staff-invitation.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { sendOnce } from '#app/ui/send-once.ts';
import { askServer } from '../ui/ask-server.ts';

/** An invitation that nobody has accepted or taken back; times are ISO times, days ISO dates. */
export interface Invitation {
  id: string;
  email: string;
  invitedBy: string;
  expiresAt: string;
  roleIds: string[];
  allStores: boolean;
  /** The stores' ids, unless it is for all. */
  tenantIds: string[];
}

/** Reads the store's open and expired invitations, the latest first. @throws BackendError */
export async function readInvitations(): Promise<Invitation[]> {
  const supabase = await loadSupabase();
  const rows = dataOf(await supabase.rpc('list_staff_invitations', { p_tenant_id: pageTenant() }));
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    invitedBy: row.invited_by,
    expiresAt: row.expires_at,
    roleIds: row.role_ids,
    allStores: row.all_stores,
    tenantIds: row.tenant_ids,
  }));
}

/** Invites an address; an open invitation of it by this store is replaced. @throws BackendError */
export async function inviteStaff(invitation: Omit<NewInvitation, 'tenantId'>): Promise<SentInvitation> {
  const asked: NewInvitation = { tenantId: pageTenant(), ...invitation };
  return sentInvitationSchema.parse(await askServer(invitationPaths.invite, asked));
}

/** Sends an invitation again, with a new link. @throws BackendError */
export async function sendInvitationAgain(id: string): Promise<SentInvitation> {
  return sentInvitationSchema.parse(await askServer(invitationPaths.renew, { tenantId: pageTenant(), id }));
}

/** Takes an invitation back. @throws BackendError */
export async function takeInvitationBack(id: string): Promise<void> {
  const supabase = await loadSupabase();
  await sendOnce(`revoke_staff_invitation ${id}`, async (requestId) =>
    dataOf(
      await supabase.rpc('revoke_staff_invitation', {
        p_tenant_id: pageTenant(),
        p_id: id,
        p_request_id: requestId,
      }),
    ),
  );
}
