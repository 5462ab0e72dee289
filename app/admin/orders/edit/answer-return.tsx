import { useState } from 'react';
import { adminReturnsTexts } from '#app/i18n/texts/admin-returns.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { Button } from '#app/ui/button.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { useDirtyForm } from '../../ui/edit/dirty-forms.ts';
import { useChange } from '../../ui/use-change.ts';
import { decideReturn } from '../data/return-calls.ts';

type AnswerReturnProps = { id: string; number: number; kind: Enums<'return_kind'> };

/** Approves or declines a return with an answer to the customer; for a fault, staff choose the remedy. */
export function AnswerReturn({ id, number, kind: asked }: AnswerReturnProps) {
  const t = adminReturnsTexts();
  const [answer, setAnswer] = useState('');
  // For a fault, staff must choose explicitly.
  const [kind, setKind] = useState<Enums<'return_kind'> | null>(asked === 'replacement' ? null : asked);
  const [unchosen, setUnchosen] = useState(false);
  const [problem, setProblem] = useState('');
  const { busyWith, change } = useChange<'approve' | 'decline'>();
  useDirtyForm(answer !== '', 'print beside');
  const decide = async (approve: boolean) => {
    if (approve && !kind) return setUnchosen(true);
    if (answer.trim() === '') return setProblem(t('answerMissing'));
    await change({
      key: approve ? 'approve' : 'decline',
      run: () => decideReturn(id, approve, answer, (approve && kind) || asked),
      done: t(approve ? 'approved' : 'declined', { number }),
      failed: t('notDecided'),
      onDone: () => setAnswer(''),
      onFailure: setProblem,
    });
  };
  return (
    <div className="grid gap-3 border-t pt-3">
      {asked === 'exchange' ? (
        <p className="text-ink-soft text-sm">{t('exchangeAnswerWhy')}</p>
      ) : (
        <RadioGroup
          legend={t('makeGood')}
          name={`make-good-${id}`}
          value={kind}
          onChange={(value) => {
            setKind(value);
            setUnchosen(false);
          }}
          error={unchosen ? t('makeGoodMissing') : undefined}
          options={[
            { value: 'return', label: t('kind_return'), detail: t('makeGood_return') },
            { value: 'replacement', label: t('kind_replacement'), detail: t('makeGood_replacement') },
          ]}
        />
      )}
      <TextareaField
        label={t('answer')}
        hint={t('answerHint')}
        rows={2}
        maxLength={2000}
        value={answer}
        onChange={(event) => {
          setAnswer(event.currentTarget.value);
          setProblem('');
        }}
        error={problem}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={busyWith === 'approve'}
          disabled={busyWith === 'decline'}
          onClick={() => void decide(true)}
        >
          {t(asked === 'exchange' ? 'approveExchange' : 'approve')}
        </Button>
        <Button
          variant="outline"
          size="small"
          busy={busyWith === 'decline'}
          disabled={busyWith === 'approve'}
          onClick={() => void decide(false)}
        >
          {t(asked === 'exchange' ? 'declineExchange' : 'decline')}
        </Button>
      </div>
    </div>
  );
}
