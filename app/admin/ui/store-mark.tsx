import { classes } from '#app/ui/classes.ts';
import { useOfficeStores } from './office-stores.ts';

/** A store's color and name, which mark its rows in the office of all stores. */
export function StoreMark({ tenantId, className }: { tenantId: string; className?: string }) {
  const store = useOfficeStores().find(({ id }) => id === tenantId);
  return (
    <span className={classes('inline-flex min-w-0 items-center gap-2', className)}>
      <span
        aria-hidden="true"
        style={{ backgroundColor: store?.color }}
        className="size-3 shrink-0 rounded-full ring-1 ring-line-strong"
      />
      <span className="truncate">{store?.name ?? tenantId}</span>
    </span>
  );
}
