import { type ChangeEvent, useState } from 'react';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { FileInput } from '#app/ui/file-input.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { errorMessage } from '../error-message.ts';
import { pictureProblem, pictureTypes, uploadPicture } from './upload-picture.ts';

type PictureFieldProps = {
  label: string;
  hint: string;
  bucket: string;
  folder: string;
  /** Public address; '' for none. */
  value: string;
  error?: string;
  optional?: boolean;
  onChange: (address: string) => void;
  onBusy: (busy: boolean) => void;
};

/** Field for one picture: preview, upload, remove. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, bucket, folder, value, error, optional, onChange, onBusy } = props;
  const t = adminTexts();
  const [uploading, setUploading] = useState(false);
  const [failure, setFailure] = useState('');

  const uploadFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!file) return;
    setUploading(true);
    onBusy(true);
    try {
      const problem = await pictureProblem(file);
      setFailure(problem ? t(problem) : '');
      if (!problem) onChange(await uploadPicture(bucket, folder, file));
    } catch (refusal) {
      setFailure(errorMessage(refusal));
    } finally {
      setUploading(false);
      onBusy(false);
    }
  };

  return (
    <div className="grid gap-3">
      {value ? (
        <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
          <Picture
            src={value}
            alt=""
            sizes="10rem"
            widest={320}
            className="aspect-4/3 w-40 rounded-picture object-cover"
          />
          <Button variant="quiet" size="small" onClick={() => onChange('')}>
            {t('removePicture')}
          </Button>
        </div>
      ) : null}
      <Field label={label} hint={hint} error={failure || error} optional={optional}>
        {(wiring) => (
          <FileInput
            {...wiring}
            accept={pictureTypes}
            disabled={uploading}
            onChange={(event) => void uploadFile(event)}
          />
        )}
      </Field>
      {uploading ? (
        <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
          <Spinner className="size-4" /> {t('uploading')}
        </p>
      ) : null}
    </div>
  );
}

/** Renders the picture at an address, for comparing versions; undefined for none. */
export function picturePreview(value: unknown) {
  if (typeof value !== 'string' || value === '') return undefined;
  return (
    <Picture
      src={value}
      alt=""
      sizes="8rem"
      widest={320}
      className="mt-1 w-32 rounded-picture object-cover"
    />
  );
}
