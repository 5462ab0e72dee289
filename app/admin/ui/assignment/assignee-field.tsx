import { useSession } from '#app/auth/session.ts';
import { adminWorkTexts } from '#app/i18n/texts/admin-work.ts';
import { ChoiceField } from '../list/choices.tsx';
import { useChange } from '../use-change.ts';
import { type Assignable, assign, type Colleague } from './assignment-calls.ts';
import { useColleagues } from './use-colleagues.ts';

type AssigneeFieldProps = {
  of: Assignable;
  /** Id of the order or conversation. */
  id: string;
  /** Id of the person who works on it; null for nobody. */
  assignee: string | null;
  /** The people to choose from, where the page has read them. */
  colleagues?: readonly Colleague[];
  className?: string;
};

/** Chooses who works on an order or conversation, and saves it at once. */
export function AssigneeField({ of, id, assignee, colleagues: known, className }: AssigneeFieldProps) {
  const t = adminWorkTexts();
  const { user } = useSession();
  const { busy, change } = useChange();
  const colleagues = useColleagues(of, known);
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
      label={t('assignee')}
      className={className}
      value={colleagues ? (assignee ?? '') : ''}
      disabled={busy || colleagues === null}
      onChange={({ currentTarget }) => void choose(currentTarget.value)}
      options={[
        { value: '', label: colleagues ? t('nobody') : '…' },
        ...(colleagues ?? []).map((one) => ({ value: one.id, label: nameOf(one) })),
      ]}
    />
  );
}
