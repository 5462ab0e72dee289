import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { pointsForm } from './balance-forms.ts';
import { BalanceLedger } from './balance-ledger.tsx';
import { adjustPoints, type CustomerData } from './customers-data.ts';

/** A customer's points. */
export function CustomerPoints({ profile, entries }: Pick<CustomerData, 'profile' | 'entries'>) {
  const t = adminCustomersTexts();
  return (
    <BalanceLedger
      words={{
        title: t('points'),
        form: t('adjust'),
        delta: t('delta'),
        hint: t('deltaHint'),
        change: t('adjustPoints'),
        history: t('history'),
        column: t('change'),
        none: t('noEntries'),
      }}
      schema={pointsForm}
      balance={
        <>
          <p className="font-semibold">{t('pointsNow', { count: profile.points })}</p>
          <p className="text-ink-soft text-sm">{t('redeemed', { count: profile.redeemed_points })}</p>
        </>
      }
      entries={entries.map(({ kind, delta, ...entry }) => ({
        ...entry,
        kind: t(`kind_${kind}`),
        delta: delta > 0 ? `+${delta}` : String(delta),
      }))}
      book={async (delta, reason) =>
        t('adjusted', { balance: await adjustPoints(profile.id, Number(delta), reason) })
      }
    />
  );
}
