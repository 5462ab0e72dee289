import { type ChangeEvent, useState } from 'react';
import { adminProductsTexts } from '#app/i18n/texts/admin-products.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Field } from '#app/ui/field.tsx';
import { FileInput } from '#app/ui/file-input.tsx';
import { Progress } from '#app/ui/progress.tsx';
import type { pictureProblem, videoProblem } from '../../ui/edit/upload-picture.ts';
import { type Upload, useUploads } from '../../ui/edit/use-uploads.ts';

type Problem = Awaited<ReturnType<typeof pictureProblem>> | ReturnType<typeof videoProblem>;

type FilesInputProps = {
  label: string;
  hint: string;
  accept: string;
  problemOf: (file: File) => Problem | Promise<Problem>;
  error: string | undefined;
  onUploaded: (address: string) => void;
  onBusy: (busy: boolean) => void;
};

/** A file input with drag and drop, and the progress of its uploads. */
export function FilesInput({ label, hint, accept, problemOf, error, onUploaded, onBusy }: FilesInputProps) {
  const t = adminProductsTexts();
  const [problem, setProblem] = useState('');
  const { uploads, upload } = useUploads('product-images', pageTenant(), onUploaded);
  const left = uploads.filter(({ failure }) => failure === '');
  const [current] = left;

  const uploadFiles = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = '';
    if (files.length === 0) return;
    onBusy(true);
    const checked = await Promise.all(files.map(async (file) => ({ file, problem: await problemOf(file) })));
    setProblem(
      checked.flatMap(({ file, problem }) => (problem ? [`${file.name}: ${t(problem)}`] : [])).join(' '),
    );
    const valid = checked.filter(({ problem }) => problem === null).map(({ file }) => file);
    if (valid.length > 0) await upload(valid);
    onBusy(false);
  };

  return (
    <div className="grid gap-3">
      <Field label={label} hint={hint} error={problem || error}>
        {(wiring) => (
          <FileInput
            {...wiring}
            multiple
            accept={accept}
            disabled={current !== undefined}
            onChange={(event) => void uploadFiles(event)}
          />
        )}
      </Field>
      <p role="status" className="sr-only">
        {current ? t('uploadingFile', { name: current.name, left: left.length }) : ''}
      </p>
      {uploads.length > 0 ? (
        <ul aria-label={t('uploading')} className="grid gap-2">
          {uploads.map((upload) => (
            <UploadProgress key={upload.key} upload={upload} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function UploadProgress({ upload: { name, size, sent, failure } }: { upload: Upload }) {
  const t = adminProductsTexts();
  const percent = size > 0 ? Math.floor((sent / size) * 100) : 100;
  return (
    <li className="grid gap-1.5 rounded-field border bg-surface px-3 py-2 text-sm">
      <p className="flex justify-between gap-3">
        <span className="truncate">{name}</span>
        {failure ? null : (
          <span className="shrink-0 text-ink-soft tabular-nums">
            {sent > 0 ? t('percentSent', { percent }) : t('waitsToUpload')}
          </span>
        )}
      </p>
      {failure ? (
        <p role="alert" className="font-medium text-danger-text">
          {t('notUploaded', { why: failure })}
        </p>
      ) : (
        <Progress label={t('uploadOf', { name })} value={sent} max={size} />
      )}
    </li>
  );
}
