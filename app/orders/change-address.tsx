import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Address, type AddressInput, addressForm, blankAddress } from '#app/addresses/address-form.ts';
import { AddressFields } from '#app/addresses/address-section.tsx';
import { useBrand } from '#app/brands/use-brand.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { formatPounds } from '#app/lib/money.ts';
import { refusalError } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { DialogForm } from '#app/ui/dialog-form.tsx';
import { callOnce } from './call-once.ts';
import { OrderDialog } from './order-dialog.tsx';
import type { FullOrder } from './read-orders.ts';
import { useOrderChange } from './use-order-change.ts';

interface ChangeAddressProps {
  order: Pick<FullOrder, 'id' | 'address' | 'customer_name'>;
  readAgain: () => Promise<void>;
}

/** **Change address**, while nothing of an order is packed. The shopper confirms a price difference first. */
export function ChangeAddress({ order, readAgain }: ChangeAddressProps) {
  const t = afterSaleTexts();
  const { currency } = useBrand();
  const { change } = useOrderChange(readAgain);
  const [failure, setFailure] = useState('');
  /** Extra delivery cost in pounds, once the store has quoted it. */
  const [difference, setDifference] = useState<number | null>(null);
  const form = useForm<AddressInput, unknown, Address>({
    resolver: zodResolver(addressForm),
    defaultValues: { ...blankAddress(order.customer_name), ...order.address },
  });

  /** Returns the extra cost that the shopper has not seen yet; null once the address is changed. */
  const changeTo = async (address: Address): Promise<number | null> => {
    const supabase = await loadSupabase();
    const answer = await supabase
      .rpc('quote_edit', { p_order_id: order.id, p_changes: { address } })
      .single();
    const quote = dataOf(answer);
    const [problem] = quote.problems;
    if (problem) throw refusalError(problem);
    if (quote.difference !== (difference ?? 0)) return quote.difference;
    await callOnce(`edit_order ${order.id} address`, (supabase, requestId) =>
      supabase.rpc('edit_order', {
        p_order_id: order.id,
        p_changes: { address, expected_difference: difference ?? 0 },
        p_request_id: requestId,
      }),
    );
    return null;
  };
  const save = (close: () => void) =>
    form.handleSubmit((address) =>
      change({
        run: () => changeTo(address),
        done: (untold) => (untold === null ? { title: t('addressChanged') } : undefined),
        onDone: (untold) => (untold === null ? close() : setDifference(untold)),
        onFailure: setFailure,
      }),
    );

  const amount = formatPounds(Math.abs(difference ?? 0), currency);
  return (
    <OrderDialog
      label={t('editAddress')}
      title={t('editAddress')}
      description={t('editAddressLead')}
      ignoreBackdropClick
    >
      {(close) => (
        <DialogForm
          onSubmit={save(close)}
          busy={form.formState.isSubmitting}
          failure={failure}
          submit={t('saveAddress')}
        >
          <AddressFields form={form} />
          {difference ? (
            <p role="status" className="rounded-card bg-tint p-4 font-semibold text-on-tint">
              {t(difference > 0 ? 'addressCostsMore' : 'addressCostsLess', { amount })}
            </p>
          ) : null}
        </DialogForm>
      )}
    </OrderDialog>
  );
}
