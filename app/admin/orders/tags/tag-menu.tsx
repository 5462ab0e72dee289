import { Tag } from 'lucide-react';
import { useState } from 'react';
import { mayIn } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { adminTagsTexts } from '#app/i18n/texts/admin-tags.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { tagOrders } from './tag-calls.ts';
import { TagInput } from './tag-input.tsx';

export type TaggedRow = {
  id: string;
  tenant_id: string;
  order_tags: readonly { tag: string; folded: string }[];
};

type TagMenuProps = {
  orders: readonly TaggedRow[];
  disabled?: boolean;
  onDone: () => void;
};

/** Gives the selected orders a tag, and takes tags that they have off them. */
export function TagMenu({ orders, disabled = false, onDone }: TagMenuProps) {
  const t = adminTagsTexts();
  const { user } = useSession();
  const { busy, change } = useChange();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [gone, setGone] = useState<readonly string[]>([]);
  const tenants = [...new Set(orders.map(({ tenant_id }) => tenant_id))];
  if (!tenants.every((tenantId) => mayIn(user, tenantId, 'orders.change'))) return null;
  const present = [
    ...new Map(orders.flatMap(({ order_tags }) => order_tags.map((one) => [one.folded, one.tag]))),
  ];
  const close = () => {
    setOpen(false);
    setTyped('');
    setGone([]);
  };
  const save = () =>
    change({
      run: () =>
        tagOrders(
          orders.map(({ id }) => id),
          { add: typed.trim() ? [typed] : [], remove: gone },
        ),
      onDone: () => {
        close();
        onDone();
      },
      done: (count) => ({ title: t('changed', { count }) }),
      failed: t('failed'),
    });
  return (
    <>
      <Button size="small" variant="outline" disabled={disabled} onClick={() => setOpen(true)}>
        <Tag className="size-4" />
        {t('tags')}
      </Button>
      {open ? (
        <FormDialog
          title={t('tagMany', { count: orders.length })}
          size="small"
          dirty={typed.trim() !== '' || gone.length > 0}
          busy={busy}
          submit={t('save')}
          onSubmit={() => (typed.trim() || gone.length > 0 ? save() : close())}
          onClose={close}
        >
          <TagInput
            label={t('add')}
            hint={t('addHint')}
            tenantIds={tenants}
            value={typed}
            onChange={setTyped}
          />
          {present.length > 0 ? (
            <fieldset className="grid gap-2">
              <legend className="mb-2 font-semibold">{t('removeThese')}</legend>
              {present.map(([folded, tag]) => (
                <Checkbox
                  key={folded}
                  label={tag}
                  checked={gone.includes(folded)}
                  onChange={({ currentTarget: { checked } }) =>
                    setGone((before) =>
                      checked ? [...before, folded] : before.filter((one) => one !== folded),
                    )
                  }
                />
              ))}
            </fieldset>
          ) : null}
        </FormDialog>
      ) : null}
    </>
  );
}
