import { officeStores } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminCloseDayTexts } from '#app/i18n/texts/admin-close-day.ts';
import { formatPounds } from '#app/lib/money.ts';
import { classes } from '#app/ui/classes.ts';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import { pageInOffice } from '../ui/office-stores.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { StoreMark } from '../ui/store-mark.tsx';
import { daySums } from './day-counts.ts';
import type { DayMoney } from './day-money.ts';

const shown = ['came', 'went', 'fees', 'held', 'expected'] as const;

/** The stores' days below each other, and then their sum; each store's day is closed in its own office. */
export function StoresDay({ money, day }: { money: readonly DayMoney[]; day: string }) {
  const t = adminCloseDayTexts();
  const tAdmin = adminTexts();
  const { currency } = useBrand();
  const { user } = useSession();
  const stores = officeStores(user, pageCapabilities['/admin/close-day']);
  const cells = (lines: readonly DayMoney[], className?: string) => {
    const sums = daySums(lines);
    return shown.map((name) => (
      <Cell
        key={name}
        className={classes(
          'whitespace-nowrap text-end font-details tabular-nums',
          (name === 'fees' || name === 'held') && 'max-md:hidden print:table-cell',
          className,
        )}
      >
        {formatPounds(sums[name], currency)}
      </Cell>
    ));
  };
  return (
    <Table caption={t('byStore')}>
      <thead>
        <tr>
          <HeadCell>{tAdmin('store')}</HeadCell>
          {shown.map((name) => (
            <HeadCell
              key={name}
              className={classes(
                'text-end',
                (name === 'fees' || name === 'held') && 'max-md:hidden print:table-cell',
              )}
            >
              {t(name)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {stores.map((tenantId) => (
          <tr key={tenantId}>
            <Cell>
              <a href={pageInOffice(tenantId, `/admin/close-day?day=${day}`)} className={textLinkClasses}>
                <StoreMark tenantId={tenantId} />
              </a>
            </Cell>
            {cells(money.filter((line) => line.tenant_id === tenantId))}
          </tr>
        ))}
        <tr>
          <Cell className="font-semibold">{t('sum')}</Cell>
          {cells(money, 'font-semibold')}
        </tr>
      </tbody>
    </Table>
  );
}
