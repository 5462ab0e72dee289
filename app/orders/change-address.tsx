import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Address, type AddressInput, addressForm, blankAddress } from '#app/addresses/address-form.ts';
import { AddressFields } from '#app/addresses/address-section.tsx';
import { useBrand } from '#app/brands/use-brand.ts';
import afterSaleMessages from '#app/i18n/messages/en/after-sale.json';
import ordersMessages from '#app/i18n/messages/en/orders.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { formatPounds } from '#app/lib/money.ts';
import { refusalMessage, refusalsIn, refusalText } from '#app/lib/refusal.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { fields } from '#app/product/parse-values.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { toast } from '#app/ui/toast.ts';
import { callFailure } from './call-failure.ts';
import type { FullOrder } from './read-orders.ts';

interface ChangeAddressProps {
  order: Pick<FullOrder, 'id' | 'address' | 'customer_name'>;
  onDone: () => Promise<void>;
}

/** **Change address** of an order of which nothing is packed yet; what it costs more or less is agreed to before. */
export function ChangeAddress({ order, onDone }: ChangeAddressProps) {
  const t = useTranslations('after-sale', afterSaleMessages);
  const [open, setOpen] = useState(false);
  const tOrders = useTranslations('orders', ordersMessages);
  const { currency } = useBrand();
  const [failure, setFailure] = useState('');
  /** What delivery there costs more, in pounds, once the store has said so. */
  const [difference, setDifference] = useState<number | null>(null);
  const form = useForm<AddressInput, unknown, Address>({
    resolver: zodResolver(addressForm),
    defaultValues: { ...blankAddress(order.customer_name), ...fields(order.address) },
  });

  const save = form.handleSubmit(async (address) => {
    setFailure('');
    try {
      const supabase = await loadSupabase();
      const answer = await supabase
        .rpc('quote_edit', { p_order_id: order.id, p_changes: { address } })
        .single();
      const quote = dataOf(answer);
      const [problem] = refusalsIn(quote.problems);
      if (problem) return setFailure(refusalText(problem));
      if (quote.difference !== (difference ?? 0)) return setDifference(quote.difference);
    } catch (error) {
      return setFailure(refusalMessage(error) ?? tOrders('unreachable'));
    }
    const refusal = await callFailure(`edit_order ${order.id} address`, async (requestId) =>
      (await loadSupabase()).rpc('edit_order', {
        p_order_id: order.id,
        p_changes: { address, expected_difference: difference ?? 0 },
        p_request_id: requestId,
      }),
    );
    if (refusal) return setFailure(refusal);
    setOpen(false);
    toast({ title: t('addressChanged') });
    await onDone();
  });

  const amount = formatPounds(Math.abs(difference ?? 0), currency);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t('editAddress')}
      </Button>
      <Dialog
        open={open}
        ignoreBackdropClick
        onClose={() => setOpen(false)}
        title={t('editAddress')}
        description={t('editAddressLead')}
      >
        <form noValidate className="grid gap-5" onSubmit={save}>
          <AddressFields form={form} />
          {difference ? (
            <p role="status" className="rounded-card bg-tint p-4 font-semibold text-on-tint">
              {t(difference > 0 ? 'addressCostsMore' : 'addressCostsLess', { amount })}
            </p>
          ) : null}
          {failure ? (
            <p role="alert" className="font-medium text-danger-text">
              {failure}
            </p>
          ) : null}
          <Button type="submit" busy={form.formState.isSubmitting} className="justify-self-end">
            {t('saveAddress')}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
