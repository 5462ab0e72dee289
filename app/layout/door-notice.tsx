import { formatDate } from '#app/i18n/format.ts';
import doorsMessages from '#app/i18n/messages/en/doors.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { useOptionalRootData } from '#app/store/root-data.ts';

/** Says that the store takes no orders: until a day, or that nobody but whoever has the preview's link sees it. */
export function DoorNotice() {
  const t = useTranslations('doors', doorsMessages);
  const opening = useOptionalRootData()?.opening;
  if (!opening) return null;
  const day = opening.reopensOn && formatDate(opening.reopensOn);
  return (
    <p role="note" className="bg-tint px-4 py-2.5 text-center text-on-tint text-sm">
      {day ? t('backOn', { day }) : t('closedToOthers')}
    </p>
  );
}
