import { LinePicture } from '#app/designer/private-picture.tsx';
import { adminPrintFloorTexts } from '#app/i18n/texts/admin-print-floor.ts';
import { capitalized } from '#app/lib/capitalized.ts';
import { DueDay } from './due-day.tsx';
import { type PrintGroup, printCount } from './print-jobs.ts';

/** Maximum number of pictures per group that stay readable from afar. */
const mostPictures = 4;

/** The prints to make, for a wall screen: large, without controls. */
export function PrintBoard({ groups, today }: { groups: readonly PrintGroup[]; today: string }) {
  const t = adminPrintFloorTexts();
  return (
    <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
      {groups.map(({ key, name, color, size, due, jobs }) => (
        <li key={key} className="stroked grid gap-3 rounded-card bg-surface p-5">
          <div className="flex items-start justify-between gap-4">
            <div className="wrap-anywhere min-w-0">
              <p className="font-semibold text-2xl">{name}</p>
              <p className="text-ink-soft text-xl">
                {[capitalized(color), size].filter(Boolean).join(' · ')}
              </p>
            </div>
            <p className="font-details font-semibold text-4xl tabular-nums">{printCount(jobs)}</p>
          </div>
          <p className="text-lg">
            <DueDay due={due} today={today} />
          </p>
          <div className="flex gap-2">
            {jobs.slice(0, mostPictures).map(({ lineId, image }) => (
              <LinePicture
                key={lineId}
                image={image}
                alt=""
                size={96}
                className="size-20 rounded-picture object-cover"
              />
            ))}
          </div>
          <p className="sr-only">{t('toPrint', { count: printCount(jobs) })}</p>
        </li>
      ))}
    </ul>
  );
}
