import { dataOf } from '#app/lib/backend-error.ts';
import {
  type Accepted,
  type Accepting,
  acceptedSchema,
  invitationPaths,
  type OfferedInvitation,
  offeredInvitationSchema,
} from '#app/lib/staff-invitation.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { postLink } from './owner-link-calls.ts';

/** Reads what an invitation's link offers. @throws Error when the store does not answer, which changes nothing */
export function readInvitation(token: string): Promise<OfferedInvitation> {
  return postLink(invitationPaths.read, { token }, offeredInvitationSchema);
}

/** Accepts with a new account. @throws Error when there was no answer; retrying with the same claim is safe */
export function redeemInvitation(accepting: Accepting): Promise<Accepted> {
  return postLink(invitationPaths.redeem, accepting, acceptedSchema);
}

/** Accepts as the signed-in person. @returns the link's state @throws BackendError */
export async function acceptInvitation(token: string): Promise<Accepted['state']> {
  const supabase = await loadSupabase();
  return dataOf(await supabase.rpc('accept_staff_invitation', { p_token: token }));
}
