import { X } from 'lucide-react';
import { useState } from 'react';
import { mayIn } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { adminTagsTexts } from '#app/i18n/texts/admin-tags.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { useChange } from '../../ui/use-change.ts';
import { tagOrders } from './tag-calls.ts';
import { TagInput } from './tag-input.tsx';

/** The tags of a row; renders nothing without any. */
export function TagBadges({ tags }: { tags: readonly { tag: string }[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {tags.map(({ tag }) => (
        <Badge key={tag} tone="tint" className="max-w-full">
          <bdi className="truncate">{tag}</bdi>
        </Badge>
      ))}
    </span>
  );
}

type OrderTagsProps = {
  order: { id: string; tenant_id: string; order_tags: readonly { tag: string }[] };
};

/** An order's tags: each is removed with its button, another is typed; saved at once. */
export function OrderTags({ order }: OrderTagsProps) {
  const t = adminTagsTexts();
  const { user } = useSession();
  const { busy, change } = useChange();
  const [typed, setTyped] = useState('');
  const mayTag = mayIn(user, order.tenant_id, 'orders.change');
  if (!mayTag && order.order_tags.length === 0) return null;
  const add = (tag: string) =>
    change({
      run: () => tagOrders([order.id], { add: [tag] }),
      onDone: () => setTyped(''),
      failed: t('failed'),
    });
  const remove = (tag: string) =>
    change({
      run: () => tagOrders([order.id], { remove: [tag] }),
      undo: () => tagOrders([order.id], { add: [tag] }),
      done: t('removed', { tag }),
      failed: t('failed'),
    });
  return (
    <section aria-label={t('tags')} className="grid max-w-md gap-2">
      {order.order_tags.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {order.order_tags.map(({ tag }) => (
            <li key={tag} className="flex max-w-full">
              <Badge tone="tint" className="max-w-full pe-1">
                <bdi className="truncate">{tag}</bdi>
                {mayTag ? (
                  <button
                    type="button"
                    aria-label={t('remove', { tag })}
                    disabled={busy}
                    onClick={() => void remove(tag)}
                    className="grid size-6 place-items-center rounded-field hover:bg-sunken"
                  >
                    <X className="size-3.5" />
                  </button>
                ) : null}
              </Badge>
            </li>
          ))}
        </ul>
      ) : null}
      {mayTag ? (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim()) void add(typed);
          }}
        >
          <TagInput
            label={t('add')}
            tenantIds={[order.tenant_id]}
            value={typed}
            onChange={setTyped}
            className="min-w-0 flex-1"
          />
          <Button type="submit" variant="outline" busy={busy} disabled={!typed.trim()}>
            {t('addIt')}
          </Button>
        </form>
      ) : null}
    </section>
  );
}
