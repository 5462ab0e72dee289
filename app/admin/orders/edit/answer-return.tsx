import { useState } from 'react';
import { useRevalidator } from 'react-router';
import adminReturnsMessages from '#app/i18n/messages/en/admin-returns.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { Enums } from '#app/lib/database.types.ts';
import { Button } from '#app/ui/button.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { useDirtyForm } from '../../kit/edit/dirty-forms.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { decideReturn } from '../data/return-calls.ts';

type AnswerReturnProps = { id: string; number: number; kind: Enums<'return_kind'> };

/** Approves or declines a return with an answer that the customer reads; staff choose what a fault is made good with. */
export function AnswerReturn({ id, number, kind: asked }: AnswerReturnProps) {
  const t = useTranslations('admin-returns', adminReturnsMessages);
  const { revalidate } = useRevalidator();
  const [answer, setAnswer] = useState('');
  // What a fault is made good with, staff say themselves.
  const [kind, setKind] = useState<Enums<'return_kind'> | null>(asked === 'replacement' ? null : asked);
  const [unchosen, setUnchosen] = useState(false);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState<'approve' | 'decline' | null>(null);
  useDirtyForm(answer !== '', 'print beside');
  const decide = async (approve: boolean) => {
    if (approve && !kind) return setUnchosen(true);
    if (answer.trim() === '') return setProblem(t('answerMissing'));
    setBusy(approve ? 'approve' : 'decline');
    try {
      await decideReturn(id, approve, answer, (approve && kind) || asked);
      setAnswer('');
      toast({ title: t(approve ? 'approved' : 'declined', { number }) });
      await revalidate();
    } catch (error) {
      setProblem(`${t('notDecided')}. ${errorMessage(error)}`);
    }
    setBusy(null);
  };
  return (
    <div className="grid gap-3 border-t pt-3">
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
          busy={busy === 'approve'}
          disabled={busy === 'decline'}
          onClick={() => void decide(true)}
        >
          {t('approve')}
        </Button>
        <Button
          variant="outline"
          size="small"
          busy={busy === 'decline'}
          disabled={busy === 'approve'}
          onClick={() => void decide(false)}
        >
          {t('decline')}
        </Button>
      </div>
    </div>
  );
}
