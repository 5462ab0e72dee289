import { useHref } from 'react-router';
import { confirmOrderTexts } from '#app/i18n/texts/confirm-order.ts';
import { codeFields, confirmOrderPath } from '#app/lib/confirmation-link.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { FullOrder } from './read-orders.ts';

/**
 * Form that confirms an order by the code from a message. Works without JavaScript: the server responds with the page
 * of the outcome.
 * @param number of the order, if the page knows it
 */
export function CodeForm({ number }: { number?: string }) {
  const t = confirmOrderTexts();
  return (
    <form method="post" action={useHref(confirmOrderPath)} className="grid w-full max-w-sm gap-4 text-start">
      <p>{t(number ? 'codeHere' : 'codeLead')}</p>
      {number ? (
        <input type="hidden" name={codeFields.number} value={number} />
      ) : (
        <TextField
          label={t('number')}
          name={codeFields.number}
          required
          maxLength={40}
          autoCapitalize="characters"
        />
      )}
      <TextField
        label={t('code')}
        name={codeFields.code}
        required
        maxLength={12}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button type="submit" variant="outline" className="justify-self-start">
        {t('confirmByCode')}
      </Button>
    </form>
  );
}

/** Asks for the message's code on the order page, while the order awaits confirmation. */
export function ConfirmByCode({ order }: { order: Pick<FullOrder, 'number' | 'awaits_confirmation'> }) {
  const t = confirmOrderTexts();
  if (!order.awaits_confirmation) return null;
  return (
    <section
      aria-labelledby="confirm-by-code"
      className="grid w-full gap-3 rounded-card bg-warning-tint p-5 text-start text-warning-text print:hidden"
    >
      <h2 id="confirm-by-code" className="text-heading">
        {t('title')}
      </h2>
      <CodeForm number={order.number} />
    </section>
  );
}
