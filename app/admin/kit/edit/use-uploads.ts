import { useState } from 'react';
import { newId } from '#app/lib/new-id.ts';
import { errorMessage } from '../error-message.ts';
import { uploadPicture } from './upload-picture.ts';

/** A file on its way; `sent` and `size` are bytes, `failure` says why it did not arrive. */
export type Upload = { key: string; name: string; size: number; sent: number; failure: string };

/**
 * Uploads files one after the other, so that a phone's connection shows how far they have come, and hands each address
 * over as soon as it is there. A file that fails does not keep back the others, and stays in the list with the reason.
 */
export function useUploads(bucket: string, folder: string, onUploaded: (address: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const note = (key: string, change: Partial<Upload>) =>
    setUploads((now) => now.map((one) => (one.key === key ? { ...one, ...change } : one)));

  const upload = async (files: readonly File[]) => {
    const queue = files.map((file) => ({ file, key: newId() }));
    setUploads(queue.map(({ key, file: { name, size } }) => ({ key, name, size, sent: 0, failure: '' })));
    for (const { key, file } of queue) {
      try {
        onUploaded(await uploadPicture(bucket, folder, file, (sent) => note(key, { sent })));
        setUploads((now) => now.filter((one) => one.key !== key));
      } catch (error) {
        note(key, { failure: errorMessage(error) });
      }
    }
  };
  return { uploads, upload };
}
