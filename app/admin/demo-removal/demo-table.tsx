import { formatNumber } from '#app/i18n/format.ts';
import { adminDemoTexts } from '#app/i18n/texts/admin-demo.ts';
import { type DemoCounts, demoKinds } from './demo-data.ts';

/** Number of rows of each kind that are deleted, and that stay. */
export function DemoTable({ counts }: { counts: DemoCounts }) {
  const t = adminDemoTexts();
  const cell = 'py-2 text-end tabular-nums';
  return (
    <table className="w-full max-w-md">
      <thead>
        <tr className="border-b text-ink-soft text-sm">
          <th scope="col" className="py-2 text-start font-medium">
            {t('what')}
          </th>
          <th scope="col" className="py-2 ps-4 text-end font-medium">
            {t('goes')}
          </th>
          <th scope="col" className="py-2 ps-4 text-end font-medium">
            {t('stays')}
          </th>
        </tr>
      </thead>
      <tbody>
        {demoKinds.flatMap((kind) => {
          const count = counts[kind];
          if (!count) return [];
          const stays = count.changed + count.ordered + count.used;
          return (
            <tr key={kind} className="border-b">
              <th scope="row" className="py-2 text-start font-normal">
                {t(`kind_${kind}`)}
              </th>
              <td className={cell}>{formatNumber(count.goes)}</td>
              <td className={cell}>{formatNumber(stays)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
