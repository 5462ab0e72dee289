import { type ChangeEvent, useState } from 'react';
import { pageTenant } from '#app/brands/page-tenant.ts';
import { productsWords } from '#app/messages/en/admin-products.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Field } from '#app/ui/field.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { useUploads } from '../use-uploads.ts';

type Problem = 'pictureType' | 'pictureSize' | 'videoType' | 'videoSize';

type FilesInputProps = {
  label: string;
  hint: string;
  accept: string;
  problemOf: (file: File) => Problem | null;
  error: string | undefined;
  onUploaded: (address: string) => void;
  onBusy: (busy: boolean) => void;
};

/** Takes files, chosen or dropped onto it, and uploads them with their progress in view. */
export function FilesInput({ label, hint, accept, problemOf, error, onUploaded, onBusy }: FilesInputProps) {
  const t = useWords(productsWords);
  const [problem, setProblem] = useState('');
  const { uploads, failure, upload } = useUploads('product-images', pageTenant(), onUploaded);
  const [first] = uploads.names;

  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = '';
    const found = files.map(problemOf).find((each) => each !== null);
    setProblem(found ? t(found) : '');
    if (found || files.length === 0) return;
    onBusy(true);
    await upload(files);
    onBusy(false);
  };

  return (
    <div className="grid gap-3">
      <Field label={label} hint={hint} error={problem || failure || error}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            multiple
            accept={accept}
            disabled={first !== undefined}
            onChange={(event) => void take(event)}
            className="w-full min-w-0 cursor-pointer rounded-field border border-line-strong border-dashed bg-surface p-4 text-sm file:me-4 file:min-h-9 file:cursor-pointer file:rounded-control file:border-0 file:bg-tint file:px-4 file:font-semibold file:text-on-tint hover:border-ink-soft"
          />
        )}
      </Field>
      {first === undefined ? null : (
        <div role="status" className="grid gap-1.5 text-ink-soft text-sm">
          <p className="truncate">{t('uploadingFile', { name: first, left: uploads.names.length })}</p>
          <Progress label={t('uploading')} value={uploads.sent} max={uploads.total} />
        </div>
      )}
    </div>
  );
}
