import { Smartphone } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { formatDate } from '#app/i18n/format.ts';
import { twoStepTexts } from '#app/i18n/texts/two-step.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.ts';
import { useAction } from '#app/ui/use-action.ts';
import { explainAuthFailure } from '../failure.ts';
import { EnrolDialog } from './enrol-dialog.tsx';
import type { Factor } from './factor-model.ts';
import { readFactors, removeFactor } from './factors.ts';

/** Account section that lists, adds and removes second steps. */
export function TwoStepSection() {
  const t = twoStepTexts();
  const [factors, setFactors] = useState<Factor[]>();
  const [failure, setFailure] = useState('');
  const [enrolling, setEnrolling] = useState(false);
  const [factorToRemove, setFactorToRemove] = useState<Factor | null>(null);

  const read = useCallback(async () => {
    try {
      setFactors(await readFactors());
      setFailure('');
    } catch (error) {
      setFailure(explainAuthFailure(error));
    }
  }, []);
  useEffect(() => void read(), [read]);

  const isOn = factors !== undefined && factors.length > 0;
  return (
    <section aria-labelledby="two-step" className="stroked grid gap-5 rounded-card bg-surface p-5 sm:p-6">
      <div className="grid gap-2">
        <h2 id="two-step" className="flex flex-wrap items-center gap-3 text-heading">
          {t('title')}
          {factors ? <Badge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'on' : 'off')}</Badge> : null}
        </h2>
        <p className="text-ink-soft">{t('lead')}</p>
      </div>
      {failure ? (
        <ErrorState title={t('readFailed')} onRetry={() => void read()}>
          {failure}
        </ErrorState>
      ) : null}
      {!factors && !failure ? <Skeleton className="h-11 w-64 max-w-full" /> : null}
      {factors && isOn ? <FactorList factors={factors} onRemove={setFactorToRemove} /> : null}
      {factors ? (
        <Button
          variant={isOn ? 'outline' : 'primary'}
          className="justify-self-start"
          onClick={() => setEnrolling(true)}
        >
          {t(isOn ? 'addAnother' : 'setUp')}
        </Button>
      ) : null}
      {enrolling ? (
        <EnrolDialog
          existingNames={(factors ?? []).map(({ name }) => name)}
          onClose={() => setEnrolling(false)}
          onEnrolled={() => {
            setEnrolling(false);
            toast({ title: t('enabled'), description: t('enabledWhy') });
            void read();
          }}
        />
      ) : null}
      {factorToRemove ? (
        <RemoveDialog
          factor={factorToRemove}
          isLast={factors?.length === 1}
          onClose={() => setFactorToRemove(null)}
          onRemoved={() => {
            setFactorToRemove(null);
            void read();
          }}
        />
      ) : null}
    </section>
  );
}

function FactorList({ factors, onRemove }: { factors: Factor[]; onRemove: (factor: Factor) => void }) {
  const t = twoStepTexts();
  return (
    <ul aria-label={t('list')} className="grid gap-3">
      {factors.map((factor) => {
        const { id, type, phone, added } = factor;
        const name = factor.name || t(type);
        const details = [
          name === t(type) ? '' : t(type),
          phone ? t('phoneEnding', { digits: phone.slice(-3) }) : '',
          t('added', { date: formatDate(added) }),
        ];
        return (
          <li key={id} className="stroked flex items-center gap-4 rounded-card bg-surface p-4">
            <Smartphone className="size-6 shrink-0 text-ink-soft" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{name}</span>
              <span className="block text-ink-soft text-sm">{details.filter(Boolean).join(' · ')}</span>
            </span>
            <Button
              variant="outline"
              size="small"
              aria-label={t('removeNamed', { name })}
              onClick={() => onRemove(factor)}
            >
              {t('remove')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

type RemoveDialogProps = { factor: Factor; isLast: boolean; onClose: () => void; onRemoved: () => void };

function RemoveDialog({ factor, isLast, onClose, onRemoved }: RemoveDialogProps) {
  const t = twoStepTexts();
  const { busy, act } = useAction({ explain: explainAuthFailure });
  const name = factor.name || t(factor.type);
  const remove = () =>
    act({
      run: () => removeFactor(factor.id),
      done: t('removed', { name }),
      onDone: onRemoved,
      failed: t('removeFailed'),
    });
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('removeTitle', { name })}
      description={t(isLast ? 'removeLast' : 'removeOne')}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button variant="destructive" busy={busy} onClick={() => void remove()}>
            {t('remove')}
          </Button>
        </>
      }
    />
  );
}
