import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#app/auth/session.ts';
import { adminWorkTexts } from '#app/i18n/texts/admin-work.ts';
import { Button } from '#app/ui/button.tsx';
import { DropdownItem, DropdownLabel, DropdownMenu } from '#app/ui/dropdown-menu.tsx';
import { useChange, useRequest } from '../use-change.ts';
import { assign, type Colleague, readColleagues } from './assignment-calls.ts';

type AssignMenuProps = {
  of: 'order' | 'conversation';
  /** Ids of the selected orders or conversations. */
  ids: string[];
  disabled?: boolean;
  /** Called once they are assigned. */
  onDone?: () => void;
};

/** Assigns the selected rows of a list to somebody who works in the store, or to nobody. */
export function AssignMenu({ of, ids, disabled = false, onDone }: AssignMenuProps) {
  const t = adminWorkTexts();
  const { user } = useSession();
  const { busy, change } = useChange();
  const { request } = useRequest();
  const [colleagues, setColleagues] = useState<readonly Colleague[]>([]);
  const count = ids.length;
  const give = (person: Colleague | null) =>
    change({
      run: () => assign(of, ids, person?.id ?? null),
      done: person
        ? t(of === 'order' ? 'assignedMany' : 'conversationsAssigned', { count, name: person.name })
        : t(of === 'order' ? 'unassignedMany' : 'conversationsUnassigned', { count }),
      failed: t('notAssigned'),
      ...(onDone && { onDone }),
    });
  const mine = colleagues.find(({ id }) => id === user?.id);
  const others = colleagues.filter(({ id }) => id !== user?.id);
  return (
    <DropdownMenu
      label={t('assignMenu')}
      onOpenChange={(open) => {
        if (open)
          void request({
            run: () => readColleagues(of),
            onDone: setColleagues,
            failed: t('peopleFailed'),
          });
      }}
      trigger={
        <Button size="small" variant="outline" busy={busy} disabled={disabled}>
          <UserRound className="size-4" />
          {t('assign')}
        </Button>
      }
    >
      <DropdownLabel>{t('assignMenu')}</DropdownLabel>
      {mine ? <DropdownItem onSelect={() => void give(mine)}>{t('toMe')}</DropdownItem> : null}
      <DropdownItem onSelect={() => void give(null)}>{t('toNobody')}</DropdownItem>
      {others.map((person) => (
        <DropdownItem key={person.id} onSelect={() => void give(person)}>
          <bdi>{person.name}</bdi>
        </DropdownItem>
      ))}
    </DropdownMenu>
  );
}
