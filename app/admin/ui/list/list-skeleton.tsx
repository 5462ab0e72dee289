import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Skeleton of a list page. */
export function ListSkeleton() {
  const t = adminTexts();
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-11 w-full max-w-xl" />
      <div className="grid gap-2">
        {rows.map((row) => (
          <Skeleton key={row} className="h-12 w-full" />
        ))}
      </div>
    </div>
  );
}
