import { type ChangeEvent, type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import type { BrandFileUse } from '#app/brands/brand-picture.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { FileInput } from '#app/ui/file-input.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { BrandForm } from './brand-form.ts';
import { brandLabels } from './brand-labels.ts';
import { uploadBrandFile } from './upload-brand-file.ts';

const pictureTypes = 'image/svg+xml,image/png,image/jpeg,image/webp';

/** `accept` attributes of the inputs. */
const accepted: Record<BrandFileUse, string> = {
  logo: pictureTypes,
  icon: pictureTypes,
  music: 'audio/mpeg',
};

type BrandFileFieldProps = {
  name: 'logo' | 'logo_dark' | 'icon' | 'music';
  use: BrandFileUse;
  hint: string;
  /** Label of the button that removes the file; none for a file that a brand needs. */
  remove?: string;
  /** Shows the stored file. */
  preview: (path: string) => ReactNode;
  onBusy: (busy: boolean) => void;
};

/** A file of the brand: shown, replaced, removed. A refused file leaves the present one. */
export function BrandFileField({ name, use, hint, remove, preview, onBusy }: BrandFileFieldProps) {
  const t = adminSettingsTexts();
  const { field, fieldState } = useController<BrandForm, typeof name>({ name });
  const [uploading, setUploading] = useState(false);
  const [problem, setProblem] = useState('');

  const upload = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!file) return;
    setUploading(true);
    onBusy(true);
    const answer = await uploadBrandFile(use, file);
    setProblem('problem' in answer ? answer.problem : '');
    if ('path' in answer) field.onChange(answer.path);
    setUploading(false);
    onBusy(false);
  };

  return (
    <div className="grid min-w-0 content-start gap-3">
      <Field
        label={brandLabels()[name]}
        hint={hint}
        error={problem || fieldState.error?.message}
        optional={remove !== undefined}
      >
        {(wiring) => (
          <FileInput
            {...wiring}
            accept={accepted[use]}
            disabled={uploading}
            onChange={(event) => void upload(event)}
          />
        )}
      </Field>
      {uploading ? (
        <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
          <Spinner className="size-4" /> {t('uploadingFile')}
        </p>
      ) : null}
      {field.value ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {preview(field.value)}
          {remove ? (
            <Button
              variant="quiet"
              size="small"
              onClick={() => {
                setProblem('');
                field.onChange('');
              }}
            >
              {remove}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
