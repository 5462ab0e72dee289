import { type FormEvent, useState } from 'react';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Button } from '#app/ui/button.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { sendOnce } from '#app/ui/send-once.ts';
import { TextareaField } from '#app/ui/text-field.tsx';
import type { Colleague } from '../../ui/assignment/assignment-calls.ts';
import { withMentions } from '../../ui/assignment/mentions.ts';
import { useDirtyForm } from '../../ui/edit/dirty-forms.ts';
import { useChange } from '../../ui/use-change.ts';
import { NoteField } from './note-field.tsx';

async function addNote(orderId: string, note: string, internal: boolean): Promise<void> {
  const supabase = await loadSupabase();
  const added = { p_order_id: orderId, p_note: note, p_internal: internal };
  await sendOnce(`add_order_note ${orderId}`, async (requestId) =>
    dataOf(await supabase.rpc('add_order_note', { ...added, p_request_id: requestId })),
  );
}

/** Form that adds a note to an order's history, internal or visible to the customer. */
export function NoteForm({ orderId }: { orderId: string }) {
  const t = adminOrdersTexts();
  const [note, setNote] = useState('');
  const [visibility, setVisibility] = useState<'internal' | 'shared'>('internal');
  const [mentioned, setMentioned] = useState<readonly Colleague[]>([]);
  const [problem, setProblem] = useState('');
  const { busy, change } = useChange();
  useDirtyForm(note !== '', 'print beside');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const isInternal = visibility === 'internal';
    const sent = isInternal ? withMentions(note, mentioned) : note;
    if (note.trim() === '' || sent.length > 2000) return setProblem(t('noteMissing'));
    setProblem('');
    await change({
      run: () => addNote(orderId, sent, isInternal),
      // Text typed while saving belongs to the next note.
      onDone: () => setNote((current) => (current === note ? '' : current)),
      done: t('noteAdded'),
      failed: t('noteFailed'),
      onFailure: setProblem,
    });
  };
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-3">
      {visibility === 'internal' ? (
        <NoteField
          value={note}
          onChange={setNote}
          onMention={(person) => setMentioned((before) => [...before, person])}
          error={problem}
        />
      ) : (
        <TextareaField
          label={t('note')}
          rows={2}
          hint={t('noteIsMailed')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={problem}
        />
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <RadioGroup
          legend={t('noteFor')}
          hideLegend
          name="note-for"
          layout="chips"
          value={visibility}
          onChange={setVisibility}
          options={[
            { value: 'internal', label: t('noteInternal') },
            { value: 'shared', label: t('noteShared') },
          ]}
        />
        <Button type="submit" variant="outline" busy={busy}>
          {t('addNote')}
        </Button>
      </div>
    </form>
  );
}
