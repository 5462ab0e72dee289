import { useState } from 'react';
import adminCsvMessages from '#app/i18n/messages/en/admin-csv.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';

type UncountedPiecesProps = {
  /** Number of untracked variants. */
  count: number;
  busy: boolean;
  /** Called with the stock for each of them. */
  onCount: (pieces: number) => void;
};

/** Maximum stock of a variant. */
const most = 10_000_000;

/** Asks for the stock of the variants that come without one. */
export function UncountedPieces({ count, busy, onCount }: UncountedPiecesProps) {
  const t = useTranslations('admin-csv', adminCsvMessages);
  const [pieces, setPieces] = useState('0');
  const isValid = /^\d{1,8}$/.test(pieces.trim()) && Number(pieces) <= most;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) onCount(Number(pieces));
      }}
      className="grid gap-3 rounded-card bg-warning-tint p-3 text-sm text-warning-text"
    >
      <p>{t('uncounted', { count })}</p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('uncountedPieces')}
          inputMode="numeric"
          value={pieces}
          onChange={({ currentTarget }) => setPieces(currentTarget.value)}
          error={isValid ? undefined : t('csvWhole')}
          className="w-52"
        />
        <Button type="submit" variant="outline" busy={busy}>
          {t('countPieces')}
        </Button>
      </div>
    </form>
  );
}
