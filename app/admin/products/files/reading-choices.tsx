import { adminFilesTexts } from '#app/i18n/texts/admin-files.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { encodings, type TextEncodingName } from '../../ui/table-file/decode-text.ts';

type ReadingChoicesProps = {
  /** Encoding of a text file; null for a workbook. */
  encoding: TextEncodingName | null;
  /** The columns were matched by hand. */
  isMapped: boolean;
  busy: boolean;
  onEncoding: (encoding: TextEncodingName) => void;
  onMatch: () => void;
  onForget: () => void;
};

/** Shows how the file was read, and changes its encoding and column mapping. */
export function ReadingChoices({
  encoding,
  isMapped,
  busy,
  onEncoding,
  onMatch,
  onForget,
}: ReadingChoicesProps) {
  const t = adminFilesTexts();
  return (
    <div className="flex flex-wrap items-end gap-3">
      {encoding ? (
        <SelectField
          label={t('encoding')}
          hint={t('encodingHint')}
          value={encoding}
          disabled={busy}
          className="w-full sm:w-72"
          onChange={({ currentTarget }) => {
            const chosen = encodings.find((one) => one === currentTarget.value);
            if (chosen) onEncoding(chosen);
          }}
        >
          {encodings.map((one) => (
            <option key={one} value={one}>
              {t(`encoding_${one}`)}
            </option>
          ))}
        </SelectField>
      ) : null}
      <Button variant="outline" disabled={busy} onClick={onMatch}>
        {t('matchColumns')}
      </Button>
      {isMapped ? (
        <Button variant="quiet" disabled={busy} onClick={onForget}>
          {t('matchForget')}
        </Button>
      ) : null}
    </div>
  );
}
