import { useState } from 'react';
import { newId } from '#app/lib/row-id.ts';
import { errorMessage } from '../error-message.ts';
import { uploadPicture } from './upload-picture.ts';

/** A running or failed upload; `sent` and `size` are bytes, `failure` is its error message. */
export type Upload = { key: string; name: string; size: number; sent: number; failure: string };

/**
 * Uploads files one after another and calls `onUploaded` with each address. A failed file does not
 * stop the others and stays in the list with its error message.
 */
export function useUploads(bucket: string, folder: string, onUploaded: (address: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const update = (key: string, change: Partial<Upload>) =>
    setUploads((current) => current.map((one) => (one.key === key ? { ...one, ...change } : one)));

  const upload = async (files: readonly File[]) => {
    const queue = files.map((file) => ({ file, key: newId() }));
    setUploads(queue.map(({ key, file: { name, size } }) => ({ key, name, size, sent: 0, failure: '' })));
    for (const { key, file } of queue) {
      try {
        onUploaded(await uploadPicture(bucket, folder, file, (sent) => update(key, { sent })));
        setUploads((current) => current.filter((one) => one.key !== key));
      } catch (error) {
        update(key, { failure: errorMessage(error) });
      }
    }
  };
  return { uploads, upload };
}
