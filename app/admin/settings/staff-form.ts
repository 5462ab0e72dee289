import { z } from 'zod';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { lowStock } from '#app/lib/database.limits.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { cleanEmail } from '#app/lib/typed-contacts.ts';
import { optionalCount } from '../ui/edit/field-schemas.ts';
import type { StoredStaffSettings } from './staff-data.ts';

const message =
  (
    key:
      | 'lowStockWrong'
      | 'limitWrong'
      | 'filesWrong'
      | 'storageWrong'
      | 'addressesWrong'
      | 'tooLong'
      | 'hoursWrong',
  ) =>
  () =>
    adminSettingsTexts()(key);

function addressesIn(text: string): string[] {
  return text
    .split(/[\n,،;؛]/)
    .map(cleanEmail)
    .filter(Boolean);
}

/** Schema of the staff settings form: addresses one per line, at most 20. */
export const staffForm = z.object({
  contactEmails: z.string().refine(
    (text) => {
      const addresses = addressesIn(text);
      return addresses.length <= 20 && addresses.every((one) => z.email().max(320).safeParse(one).success);
    },
    { error: message('addressesWrong') },
  ),
  lowStock: optionalCount(message('lowStockWrong'), { least: 0, most: 10_000 }).refine(
    (typed) => typed !== '',
    {
      error: message('lowStockWrong'),
    },
  ),
  unpaidOrders: optionalCount(message('limitWrong'), { most: 10_000 }),
  unpaidPieces: optionalCount(message('limitWrong'), { most: 10_000 }),
  customerFiles: optionalCount(message('filesWrong'), { least: 10, most: 100_000 }).refine(
    (typed) => typed !== '',
    { error: message('filesWrong') },
  ),
  customerStorage: optionalCount(message('storageWrong'), { least: 20, most: 100_000 }).refine(
    (typed) => typed !== '',
    { error: message('storageWrong') },
  ),
  notes: limitedText(20_000, message('tooLong')),
  secondStepFirst: z.boolean(),
  everybodyNeedsSecondStep: z.boolean(),
  secondStepHours: optionalCount(message('hoursWrong'), { most: 720 }).refine((typed) => typed !== '', {
    error: message('hoursWrong'),
  }),
});

type StaffForm = z.output<typeof staffForm>;

const limitText = (limit: number | null) => (limit === null ? '' : String(limit));
const limitOf = (typed: string) => (typed === '' ? null : Number(typed));

/** Returns the form values of stored settings, or the defaults. */
export function staffFormValues(stored: StoredStaffSettings): StaffForm {
  return {
    contactEmails: (stored?.contact_emails ?? []).join('\n'),
    lowStock: String(stored?.low_stock_threshold ?? lowStock),
    unpaidOrders: limitText(stored ? stored.unpaid_orders_limit : 10),
    unpaidPieces: limitText(stored ? stored.unpaid_pieces_limit : 20),
    customerFiles: String(stored?.customer_files_limit ?? 1000),
    customerStorage: String(stored?.customer_storage_mb ?? 500),
    notes: stored?.notes ?? '',
    secondStepFirst: stored?.customers_need_aal2 ?? true,
    everybodyNeedsSecondStep: stored?.staff_need_second_factor ?? false,
    secondStepHours: String(stored?.second_step_hours ?? 12),
  };
}

/** Returns the columns that the form sets. */
export function staffColumns(form: StaffForm) {
  return {
    contact_emails: addressesIn(form.contactEmails),
    low_stock_threshold: Number(form.lowStock),
    unpaid_orders_limit: limitOf(form.unpaidOrders),
    unpaid_pieces_limit: limitOf(form.unpaidPieces),
    customer_files_limit: Number(form.customerFiles),
    customer_storage_mb: Number(form.customerStorage),
    notes: form.notes,
    customers_need_aal2: form.secondStepFirst,
    staff_need_second_factor: form.everybodyNeedsSecondStep,
    second_step_hours: Number(form.secondStepHours),
  };
}
