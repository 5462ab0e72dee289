import { useState } from 'react';
import adminCsvMessages from '#app/i18n/messages/en/admin-csv.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';

type UncountedPiecesProps = {
  /** How many variants are not counted. */
  count: number;
  busy: boolean;
  /** Hears how many pieces each of them gets. */
  onCount: (pieces: number) => void;
};

/** Most pieces that a variant can have. */
const most = 10_000_000;

/** Says that some variants come without a number of pieces, and asks for one for all of them. */
export function UncountedPieces({ count, busy, onCount }: UncountedPiecesProps) {
  const t = useTranslations('admin-csv', adminCsvMessages);
  const [pieces, setPieces] = useState('0');
  const whole = /^\d{1,8}$/.test(pieces.trim()) && Number(pieces) <= most;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (whole) onCount(Number(pieces));
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
          error={whole ? undefined : t('csvWhole')}
          className="w-52"
        />
        <Button type="submit" variant="outline" busy={busy}>
          {t('countPieces')}
        </Button>
      </div>
    </form>
  );
}
