import { CalendarClock, Check, PencilLine, PhoneMissed, PhoneOff, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { href } from 'react-router';
import { isAllStores, mayIn } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminCallsTexts } from '#app/i18n/texts/admin-calls.ts';
import { Button, type ButtonVariant } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { Unbroken } from '#app/ui/unbroken.tsx';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { rowAddress } from '../../ui/office-stores.ts';
import { dayAfter, shopDay, shopTimeInput, shopTimeIso } from '../../ui/shop-time.ts';
import { useChange } from '../../ui/use-change.ts';
import { changeOrderStatus } from '../data/change-order-status.ts';
import { ChangeOrder } from '../edit/change-order.tsx';
import { type Call, type CallOutcome, type RecordedCall, recordCall } from './calls-data.ts';

/** The actions by their key on the keyboard, which other layouts have in the same place. */
const keys = {
  KeyY: 'yes',
  KeyN: 'no_answer',
  KeyL: 'later',
  KeyE: 'change',
  KeyW: 'wrong_number',
  KeyC: 'cancel',
} as const;
type Act = (typeof keys)[keyof typeof keys];

const isAct = (code: string): code is keyof typeof keys => code in keys;

/** What came of a call, as large buttons that stay in reach of a thumb, and by keys. */
export function CallActions({ call }: { call: Call }) {
  const t = adminCallsTexts();
  const { user } = useSession();
  const { order } = call;
  const { busy, busyWith, change } = useChange<CallOutcome>();
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState<Act | null>(null);
  const mayCancel = mayIn(user, order.tenant_id, 'orders.cancel');
  const close = () => setAsked(null);

  const record = (outcome: CallOutcome, told: { note?: string; nextAt?: string } = {}) =>
    change({
      key: outcome,
      run: () => recordCall(order.id, outcome, { note, ...told }),
      onDone: close,
      done: (recorded) => ({ ...outcomeText(recorded, order.number, t) }),
      failed: t('notRecorded'),
      ...(outcome === 'confirmed' && {
        undo: () => changeOrderStatus(order.id, 'pending'),
        undone: t('stillPending', { number: order.number }),
      }),
    });

  const act = (name: Act) => {
    if (busy || (name === 'cancel' && !mayCancel)) return;
    if (name === 'yes') return void record('confirmed');
    if (name === 'no_answer') return void record('no_answer');
    if (name === 'change' && isAllStores())
      return window.location.assign(
        rowAddress(order.tenant_id, `${href('/admin/orders')}?order=${order.id}`),
      );
    setAsked(name);
  };
  useActionKeys(act);

  const button = (name: Act, icon: ReactNode, variant: ButtonVariant = 'outline', outcome?: CallOutcome) => (
    <Button
      variant={variant}
      busy={outcome !== undefined && busyWith === outcome}
      disabled={busy}
      aria-keyshortcuts={shortcuts[name]}
      onClick={() => act(name)}
      className={classes('min-h-14 gap-1.5! px-1! max-sm:text-sm', name === 'yes' && 'col-span-2')}
    >
      {icon}
      {name === 'change' && isAllStores() ? t('changeInStore') : t(name)}
    </Button>
  );
  return (
    <div className="grid gap-4 lg:sticky lg:top-24">
      <TextareaField
        label={t('callNote')}
        hint={t('callNoteHint')}
        rows={2}
        maxLength={500}
        optional
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className="sticky bottom-0 z-10 -mx-4 grid grid-cols-2 gap-2 border-t bg-page p-4 lg:static lg:mx-0 lg:border-t-0 lg:p-0">
        {button('yes', <Check className="size-5 shrink-0" />, 'primary', 'confirmed')}
        {button('no_answer', <PhoneMissed className="size-5 shrink-0" />, 'outline', 'no_answer')}
        {button('later', <CalendarClock className="size-5 shrink-0" />)}
        {order.is_changeable ? button('change', <PencilLine className="size-5 shrink-0" />) : null}
        {button('wrong_number', <PhoneOff className="size-5 shrink-0" />)}
        {mayCancel ? button('cancel', <X className="size-5 shrink-0" />, 'quiet') : null}
      </div>
      <p className="text-ink-soft text-sm max-lg:hidden">{t('keys')}</p>
      {asked === 'change' ? <ChangeOrder order={order} onClose={close} /> : null}
      {asked === 'later' ? (
        <LaterDialog busy={busy} onClose={close} onChoose={(nextAt) => record('later', { nextAt })} />
      ) : null}
      {asked === 'cancel' ? (
        <CancelDialog
          number={order.number}
          busy={busy}
          onClose={close}
          onCancel={(reason) => record('cancelled', { note: reason })}
        />
      ) : null}
      <Dialog
        open={asked === 'wrong_number'}
        onClose={close}
        title={t('wrongTitle')}
        description={t('wrongWhy')}
        actions={
          <Button busy={busy} onClick={() => void record('wrong_number')}>
            {t('wrong_number')}
          </Button>
        }
      />
    </div>
  );
}

const shortcuts: Record<Act, string> = {
  yes: 'y',
  no_answer: 'n',
  later: 'l',
  change: 'e',
  wrong_number: 'w',
  cancel: 'c',
};

/** Says what became of the order after a call. */
function outcomeText(
  { outcome, next_at: nextAt }: RecordedCall,
  number: string,
  t: ReturnType<typeof adminCallsTexts>,
): { title: string } {
  if (outcome === 'confirmed' || outcome === 'cancelled') return { title: t(outcome, { number }) };
  if (nextAt) return { title: t('calledAgain', { number, time: formatDateTime(nextAt) }) };
  return { title: t('ended', { number }) };
}

/** Runs an action by its key, outside of fields and dialogs. */
function useActionKeys(onAct: (act: Act) => void): void {
  const act = useEffectEvent(onAct);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { target, code } = event;
      const typing = target instanceof Element && target.closest('input, textarea, select');
      if (typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !isAct(code)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      act(keys[code]);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}

type LaterDialogProps = {
  busy: boolean;
  onClose: () => void;
  onChoose: (nextAt: string) => Promise<unknown>;
};

/** The longest time ahead of a call, in days; the database has the same. */
const mostDays = 14;

/** Asks when a customer wants to be called again, in store time. */
function LaterDialog({ busy, onClose, onChoose }: LaterDialogProps) {
  const t = adminCallsTexts();
  const now = Date.now();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const today = shopDay(now);
  const choices = [
    { label: t('inAnHour'), at: shopTimeInput(new Date(now + 3_600_000).toISOString()) },
    { label: t('thisEvening'), at: `${today}T18:00` },
    { label: t('tomorrow'), at: `${dayAfter(today, 1)}T11:00` },
  ].filter(({ at }) => at > shopTimeInput(new Date(now).toISOString()));
  const submit = async () => {
    const at = shopTimeIso(typed);
    const isOpen = at !== null && Date.parse(at) > now && Date.parse(at) < now + mostDays * 86_400_000;
    if (!isOpen) return setProblem(t('laterWrong'));
    await onChoose(at);
  };
  return (
    <FormDialog
      size="small"
      title={t('laterTitle')}
      description={t('laterWhy')}
      dirty={typed !== ''}
      onClose={onClose}
      onSubmit={submit}
      busy={busy}
      submit={t('later')}
    >
      <div className="flex flex-wrap gap-2">
        {choices.map(({ label, at }) => (
          <Button
            key={label}
            variant="outline"
            aria-pressed={typed === at}
            onClick={() => {
              setTyped(at);
              setProblem('');
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <TextField
        type="datetime-local"
        label={t('laterAt')}
        error={problem}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

type CancelDialogProps = {
  number: string;
  busy: boolean;
  onClose: () => void;
  onCancel: (reason: string) => Promise<unknown>;
};

function CancelDialog({ number, busy, onClose, onCancel }: CancelDialogProps) {
  const t = adminCallsTexts();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const submit = async () => {
    if (reason.trim() === '') return setProblem(t('reasonMissing'));
    await onCancel(reason);
  };
  return (
    <FormDialog
      size="small"
      title={<Unbroken text={t('cancelTitle', { number })} part={number} />}
      description={t('cancelWhy')}
      dirty={reason !== ''}
      cancel={t('keep')}
      onClose={onClose}
      onSubmit={submit}
      busy={busy}
      submit={t('cancel')}
    >
      <TextareaField
        label={t('reason')}
        rows={2}
        maxLength={500}
        error={problem}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
