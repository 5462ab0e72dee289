import { Copy } from 'lucide-react';
import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { formatPounds, toPiastres } from '#app/lib/money.ts';
import { openOptions } from '#app/store/payment-options.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { toast } from '#app/ui/toast.ts';
import { ibanOf } from './iban.ts';
import { OrderAction } from './order-dialog.tsx';
import type { FullOrder } from './read-orders.ts';
import { TransferProof } from './transfer-proof.tsx';

type TransferredOrder = Pick<
  FullOrder,
  | 'id'
  | 'user_id'
  | 'number'
  | 'status'
  | 'payment_method'
  | 'received'
  | 'awaited_deposit'
  | 'due_by_transfer'
  | 'closed_payments'
  | 'transfers'
>;

/** Whether an order awaits its bank transfer, or a deposit that can be paid by one. */
export function awaitsTransfer(
  order: Pick<TransferredOrder, 'status' | 'payment_method' | 'awaited_deposit'>,
): boolean {
  return (
    (order.status === 'awaiting_payment' && order.payment_method === 'bank_transfer') ||
    order.awaited_deposit > 0
  );
}

interface PayByTransferProps {
  order: TransferredOrder;
  /** Bank details from the settings; '' when missing. */
  bankDetails: string;
  readAgain: () => Promise<void>;
}

/** Amount, bank details, reference and proof of a transfer; renders nothing for other orders. */
export function PayByTransfer(props: PayByTransferProps) {
  const { order } = props;
  const { paymentOptions } = useRootData();
  const deposit = toPiastres(order.awaited_deposit);
  const isOffered = openOptions(paymentOptions, order.closed_payments).some(
    ({ method }) => method === 'bank_transfer',
  );
  return (
    <OrderAction available={awaitsTransfer(order) && (deposit === 0 || isOffered)}>
      <TransferSection {...props} />
    </OrderAction>
  );
}

function TransferSection({ order, bankDetails, readAgain }: PayByTransferProps) {
  const t = ordersTexts();
  const { currency } = useBrand();
  const amount = formatPounds(order.due_by_transfer, currency);
  const [proof] = order.transfers;
  return (
    <section
      aria-labelledby="pay-by-transfer"
      className="stroked grid w-full gap-2 rounded-card bg-surface p-5 text-start"
    >
      <h2 id="pay-by-transfer" className="text-heading">
        {t(order.awaited_deposit > 0 ? 'depositByTransfer' : 'transferTitle')}
      </h2>
      <p>
        {t('transferLead', { amount })}{' '}
        <span className="whitespace-nowrap font-semibold">{order.number}</span>
      </p>
      {order.received > 0 ? (
        <p>{t('transferPartly', { amount: formatPounds(order.received, currency) })}</p>
      ) : null}
      {bankDetails ? (
        <>
          <h3 className="pt-2 font-semibold">{t('transferTo')}</h3>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line font-details">
            {bankDetails}
          </p>
          <CopyIban bankDetails={bankDetails} />
        </>
      ) : (
        <p>
          {t('transferAsk')} <TextLink to={href('/contact')}>{t('contact')}</TextLink>
        </p>
      )}
      {proof?.state === 'rejected' ? (
        <p role="alert" className="font-medium text-danger-text">
          {t('proofRefused', { why: proof.answer })}
        </p>
      ) : null}
      {proof?.state === 'to_check' ? <p role="status">{t('proofWaits')}</p> : null}
      {order.user_id ? (
        <TransferProof orderId={order.id} userId={order.user_id} readAgain={readAgain} />
      ) : null}
    </section>
  );
}

/** Copies the IBAN from the bank details; renders nothing without one. */
function CopyIban({ bankDetails }: { bankDetails: string }) {
  const t = ordersTexts();
  const iban = ibanOf(bankDetails);
  if (!iban) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(iban);
      toast({ title: t('ibanCopied'), description: iban });
    } catch {
      toast({ title: t('ibanNotCopied'), description: iban, variant: 'destructive' });
    }
  };
  return (
    <Button
      variant="outline"
      size="small"
      onClick={() => void copy()}
      className="justify-self-start print:hidden"
    >
      <Copy className="size-4" />
      {t('copyIban')}
    </Button>
  );
}
