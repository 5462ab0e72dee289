import { type FormEvent, useState } from 'react';
import { adminPayLinksTexts } from '#app/i18n/texts/admin-pay-links.ts';
import { cleanText } from '#app/lib/typed-text.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useChange } from '../../ui/use-change.ts';
import { acceptByTelephone } from './pay-link-calls.ts';

/** Notes that a customer agreed to a proposed change by telephone, which applies it. */
export function AgreedByTelephone({ editId }: { editId: string }) {
  const t = adminPayLinksTexts();
  const { busy, change } = useChange();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  if (!isOpen)
    return (
      <Button variant="outline" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
        {t('agreed')}
      </Button>
    );
  const accept = async (event: FormEvent) => {
    event.preventDefault();
    await change({
      run: () => acceptByTelephone(editId, cleanText(name)),
      done: t('agreedDone'),
      failed: t('agreedFailed'),
      onFailure: setProblem,
    });
  };
  return (
    <form onSubmit={(event) => void accept(event)} className="grid gap-3">
      <p className="text-ink-soft text-sm">{t('agreedLead')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('agreedWith')}
          maxLength={120}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={problem}
          className="min-w-48 flex-1"
        />
        <Button type="submit" busy={busy}>
          {t('agreed')}
        </Button>
      </div>
    </form>
  );
}
