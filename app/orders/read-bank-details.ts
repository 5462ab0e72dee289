import { z } from 'zod';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

const paymentSchema = z.object({ bankDetails: z.string() });

/** Reads the bank details from the settings; '' when missing or on failure. */
export async function readBankDetails(): Promise<string> {
  const supabase = await loadSupabase();
  const { data } = await supabase
    .from('settings')
    .select('payment')
    .eq('tenant_id', pageTenant())
    .maybeSingle();
  const parsed = paymentSchema.safeParse(data?.payment);
  return parsed.success ? parsed.data.bankDetails.trim() : '';
}
