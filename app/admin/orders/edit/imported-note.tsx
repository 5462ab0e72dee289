import { formatDateTime } from '#app/i18n/format.ts';
import { adminImportsTexts } from '#app/i18n/texts/admin-imports.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';

/** Says of an order of another shop where it came from, and that it is a record. */
export function ImportedNote({
  order,
}: {
  order: Pick<AdminFullOrder, 'imported_from' | 'imported_orders'>;
}) {
  const t = adminImportsTexts();
  if (!order.imported_from) return null;
  const came = order.imported_orders;
  return (
    <div className="grid gap-1 rounded-card bg-sunken p-4 text-sm">
      {came ? (
        <p className="font-semibold">
          {t('importedFrom', {
            shop: t(order.imported_from),
            time: formatDateTime(came.store_imports.created_at),
          })}{' '}
          · {t('importedNumber', { number: came.old_number })}
        </p>
      ) : null}
      <p>{t('importedWhy')}</p>
    </div>
  );
}
