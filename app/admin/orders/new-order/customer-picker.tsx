import { useState } from 'react';
import { adminNewOrderTexts } from '#app/i18n/texts/admin-new-order.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useLookup } from '../../ui/use-lookup.ts';
import { type FoundCustomer, searchCustomers } from './new-order-data.ts';

type CustomerPickerProps = {
  /** The chosen account, or a guess that staff confirm with the customer. */
  customer: FoundCustomer | null;
  onChoose: (customer: FoundCustomer | null) => void;
};

/** Finds a customer by phone number, name or email while typing. */
export function CustomerPicker({ customer, onChoose }: CustomerPickerProps) {
  const t = adminNewOrderTexts();
  const [text, setText] = useState('');
  const current = useLookup(text, 3, searchCustomers);
  if (customer) {
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-card bg-tint p-3 text-on-tint">
        <p className="wrap-anywhere min-w-0 flex-1">
          {t(customer.isProven ? 'chosen' : 'guessed', { name: customer.name || customer.about })}
          <span className="block text-sm">{customer.isProven ? customer.about : t('guessedWhy')}</span>
        </p>
        <Button variant="outline" size="small" onClick={() => onChoose(null)}>
          {t('another')}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <TextField
        label={t('findCustomer')}
        hint={t('findHint')}
        type="search"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        error={current?.failure}
      />
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {current && !current.failure && current.found.length === 0 ? t('noCustomer') : ''}
      </p>
      {current && current.found.length > 0 ? (
        <ul className="grid gap-1">
          {current.found.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={() => onChoose(one)}
                className="grid min-h-11 w-full rounded-control px-3 py-1 text-start hover:bg-sunken"
              >
                <bdi className="font-medium">{one.name || one.about}</bdi>
                <span className="text-ink-soft text-sm">
                  {one.about}
                  {one.isProven ? null : <span className="block">{t('notProven')}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
