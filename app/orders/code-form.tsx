import { useHref } from 'react-router';
import confirmOrderMessages from '#app/i18n/messages/en/confirm-order.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { codeFields, confirmOrderPath } from '#app/lib/confirm-order.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';

/**
 * Form that confirms an order by the code of a message. It needs no JavaScript: the server answers with the page of the outcome.
 * @param number of the order, where the page knows it
 */
export function CodeForm({ number }: { number?: string }) {
  const t = useTranslations('confirm-order', confirmOrderMessages);
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
