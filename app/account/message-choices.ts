import { z } from 'zod';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const messageChoices = z.array(
  z.object({
    channel: z.enum(['whatsapp', 'sms']),
    is_wanted: z.boolean(),
    /** Those of the person's phone numbers that answered STOP, in E.164. */
    stopped_numbers: z.array(z.string()),
  }),
);

/** The ways by which the store tells a shopper about their orders on their phone, in its order. */
export type MessageChoices = z.output<typeof messageChoices>;
export type PhoneChannel = MessageChoices[number]['channel'];

/** Reads what of the store's messages comes to the shopper's phone. @throws BackendError */
export async function readMessageChoices(): Promise<MessageChoices> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('message_choices', { p_tenant_id: pageTenant() });
  return messageChoices.parse(dataOf(answer));
}

/** Chooses whether messages come by a channel; returns all choices as they are then. @throws BackendError */
export async function chooseMessages(channel: PhoneChannel, isWanted: boolean): Promise<MessageChoices> {
  const supabase = await loadSupabase();
  const answer = await supabase.rpc('choose_messages', {
    p_tenant_id: pageTenant(),
    p_channel: channel,
    p_is_wanted: isWanted,
  });
  return messageChoices.parse(dataOf(answer));
}
