import { useBrand } from '#app/brands/use-brand.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { classes } from '#app/ui/classes.ts';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { StoreMark } from '../ui/store-mark.tsx';
import type { SalesFigures } from './read-reports.ts';
import { leadingTotals } from './sales-totals.tsx';
import { showCell } from './show-cell.ts';

type StoreTotalsProps = {
  stores: SalesFigures['stores'];
  /** The totals of all of them. */
  sum: SalesFigures['totals'];
};

/** The main totals of each store below each other, and then their sum. */
export function StoreTotals({ stores, sum }: StoreTotalsProps) {
  const t = adminReportsTexts();
  const tAdmin = adminTexts();
  const { currency } = useBrand();
  const cells = (totals: SalesFigures['totals'], className?: string) =>
    leadingTotals.map(({ labelKey, of, format }, index) => (
      <Cell
        key={labelKey}
        className={classes(
          'whitespace-nowrap text-end font-details tabular-nums',
          index > 0 && 'hidden @xl:table-cell',
          className,
        )}
      >
        {showCell(of(totals), format, currency)}
      </Cell>
    ));
  return (
    <div className="@container">
      <Table caption={t('byStore')}>
        <thead>
          <tr>
            <HeadCell>{tAdmin('store')}</HeadCell>
            {leadingTotals.map(({ labelKey }, index) => (
              <HeadCell key={labelKey} className={classes('text-end', index > 0 && 'hidden @xl:table-cell')}>
                {t(labelKey)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {stores.map(({ tenantId, totals }) => (
            <tr key={tenantId}>
              <Cell>
                <StoreMark tenantId={tenantId} />
              </Cell>
              {cells(totals)}
            </tr>
          ))}
          <tr>
            <Cell className="font-semibold">{tAdmin('allStores')}</Cell>
            {cells(sum, 'font-semibold')}
          </tr>
        </tbody>
      </Table>
    </div>
  );
}
