import { Copy, Pencil, Power, Trash2 } from 'lucide-react';
import { useRevalidator } from 'react-router';
import { slotsWords } from '#app/messages/en/admin-slots.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { toast } from '#app/ui/toast.ts';
import { refusalOf } from '../refusal.ts';
import { deleteSlot, restoreSlot, type SlotInWeek, switchSlot } from './slots-data.ts';

type SlotCardProps = { slot: SlotInWeek; name: string; onEdit: () => void; onCopy: () => void };

/** One delivery slot with how full it is on the day that is looked at. */
export function SlotCard({ slot, name, onEdit, onCopy }: SlotCardProps) {
  const t = useWords(slotsWords);
  const { revalidate } = useRevalidator();
  const { id, booked, capacity, is_active: active } = slot;
  const full = capacity !== null && booked >= capacity;
  const times = t('times', { from: slot.from_time.slice(0, 5), to: slot.to_time.slice(0, 5) });

  const fail = (title: 'failed' | 'deleteFailed') => (error: unknown) =>
    toast({ title: t(title), description: refusalOf(error), variant: 'destructive' });
  const turn = async (on: boolean) => {
    await switchSlot(id, on);
    await revalidate();
  };
  const toggle = async () => {
    try {
      await turn(!active);
      const undo = () => void turn(active).catch(fail('failed'));
      toast({
        title: t(active ? 'switchedOff' : 'switchedOn', { slot: name }),
        action: { label: t('undo'), onClick: undo },
      });
    } catch (error) {
      fail('failed')(error);
    }
  };
  const remove = async () => {
    try {
      await deleteSlot(id);
      const undo = () => void restoreSlot(slot).then(revalidate, fail('deleteFailed'));
      toast({ title: t('deleted', { slot: name }), action: { label: t('undo'), onClick: undo } });
      await revalidate();
    } catch (error) {
      fail('deleteFailed')(error);
    }
  };

  const actions = [
    { key: 'edit', Icon: Pencil, label: t('edit', { slot: name }), run: onEdit },
    { key: 'copy', Icon: Copy, label: t('copy', { slot: name }), run: onCopy },
    {
      key: 'switch',
      Icon: Power,
      label: t(active ? 'switchOff' : 'switchOn', { slot: name }),
      run: () => void toggle(),
    },
    { key: 'delete', Icon: Trash2, label: t('delete', { slot: name }), run: () => void remove() },
  ];

  return (
    <li
      className={classes(
        'grid content-start gap-2 rounded-card border bg-surface p-3',
        !active && 'border-dashed bg-transparent',
      )}
    >
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-details font-semibold tabular-nums">{times}</span>
        {active ? null : <Badge>{t('off')}</Badge>}
        {active && full ? <Badge tone="warning">{t('full')}</Badge> : null}
      </p>
      {capacity === null ? null : (
        <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
          <div
            className={classes('h-full rounded-full', full ? 'bg-warning' : 'bg-primary')}
            style={{ inlineSize: `${capacity === 0 ? 100 : Math.min(100, (booked / capacity) * 100)}%` }}
          />
        </div>
      )}
      <p className="text-sm">
        {capacity === null ? t('booked', { booked }) : t('bookedOf', { booked, capacity })}
      </p>
      <p className="text-ink-soft text-sm">{t('cutOff', { hours: slot.cut_off_hours })}</p>
      <div className="-mx-2 flex">
        {actions.map(({ key, Icon, label, run }) => (
          <Button key={key} variant="quiet" size="icon" aria-label={label} title={label} onClick={run}>
            <Icon aria-hidden="true" className="size-4" />
          </Button>
        ))}
      </div>
    </li>
  );
}
