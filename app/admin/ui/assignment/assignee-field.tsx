import { useState } from 'react';
import { useSession } from '#app/auth/session.ts';
import { adminWorkTexts } from '#app/i18n/texts/admin-work.ts';
import { ChoiceField } from '../list/choices.tsx';
import { useChange } from '../use-change.ts';
import { type Assignable, assign, type Colleague } from './assignment-calls.ts';
import { useColleagues } from './use-colleagues.ts';

type AssigneeFieldProps = {
  of: Assignable;
  id: string;
  /** Id of the person who works on it; null for nobody. */
  assignee: string | null;
  /** The people to choose from, where the page has read them. */
  colleagues?: readonly Colleague[];
  /** What the choice is called, where it is not who works on it. */
  label?: string;
  className?: string;
};

/** Chooses who works on something, and saves it at once. The people are read once the choice is touched. */
export function AssigneeField({ of, id, assignee, colleagues: known, label, className }: AssigneeFieldProps) {
  const t = adminWorkTexts();
  const { user } = useSession();
  const { busy, change } = useChange();
  const [isTouched, setTouched] = useState(false);
  const touch = () => setTouched(true);
  const colleagues = useColleagues({ of, id, known, isNeeded: isTouched || assignee !== null });
  const nameOf = ({ id: one, name }: { id: string; name: string }) =>
    one === user?.id ? t('me', { name }) : name;
  const choose = (chosen: string) => {
    const name = colleagues?.find((one) => one.id === chosen)?.name ?? '';
    return change({
      run: () => assign(of, [id], chosen || null),
      undo: () => assign(of, [id], assignee),
      done: chosen ? t('assigned', { name }) : t('unassigned'),
      failed: t('notAssigned'),
    });
  };
  return (
    <ChoiceField
      label={label ?? t('assignee')}
      className={className}
      value={colleagues ? (assignee ?? '') : ''}
      disabled={busy || (assignee !== null && colleagues === null)}
      onPointerEnter={touch}
      onFocus={touch}
      onChange={({ currentTarget }) => void choose(currentTarget.value)}
      options={[
        { value: '', label: colleagues || assignee === null ? t('nobody') : '…' },
        ...(colleagues ?? []).map((one) => ({ value: one.id, label: nameOf(one) })),
      ]}
    />
  );
}
