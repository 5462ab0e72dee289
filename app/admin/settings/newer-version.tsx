import { settingsWords } from '#app/messages/en/admin-settings.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';

/** One thing that two people changed differently, in words. */
export type Difference = { label: string; theirs: string; mine: string };

type NewerVersionProps = {
  differences: Difference[];
  busy: boolean;
  onLoadTheirs: () => void;
  onSaveMine: () => void;
};

/** Shows what somebody else has saved beside what was typed here; nothing is saved until the person decides. */
export function NewerVersion({ differences, busy, onLoadTheirs, onSaveMine }: NewerVersionProps) {
  const t = useWords(settingsWords);
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-card border border-warning bg-warning-tint p-4 sm:col-span-2"
    >
      <p className="font-semibold text-warning-text">{t('newerTitle')}</p>
      <p className="text-warning-text">{t('newerWhy')}</p>
      {differences.length > 0 ? (
        <Table caption={t('newerTitle')}>
          <thead>
            <tr>
              <HeadCell>{t('setting')}</HeadCell>
              <HeadCell>{t('theirs')}</HeadCell>
              <HeadCell>{t('mine')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ label, theirs, mine }) => (
              <tr key={label}>
                <Cell className="align-top font-medium">{label}</Cell>
                <Cell className="max-w-72 whitespace-pre-line break-words align-top">{theirs || '–'}</Cell>
                <Cell className="max-w-72 whitespace-pre-line break-words align-top">{mine || '–'}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onLoadTheirs}>
          {t('loadTheirs')}
        </Button>
        <Button variant="outline" busy={busy} onClick={onSaveMine}>
          {t('saveMine')}
        </Button>
      </div>
    </div>
  );
}
