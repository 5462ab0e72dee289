import { useState } from 'react';
import { refusalOf } from './refusal.ts';
import { uploadPicture } from './upload-picture.ts';

/** Files that are on their way; sizes in bytes. */
export type Uploads = { names: string[]; sent: number; total: number };

const nothing: Uploads = { names: [], sent: 0, total: 0 };

/**
 * Uploads files one after the other, so that a phone's connection shows how far they have come, and hands each address
 * over as soon as it is there. A file that fails does not keep back the others; `failure` says why it did.
 */
export function useUploads(bucket: string, folder: string, onUploaded: (address: string) => void) {
  const [uploads, setUploads] = useState<Uploads>(nothing);
  const [failure, setFailure] = useState('');

  const upload = async (files: readonly File[]) => {
    let names = files.map((file) => file.name);
    const total = files.reduce((sum, file) => sum + file.size, 0);
    let sent = 0;
    setFailure('');
    for (const file of files) {
      setUploads({ names, sent, total });
      try {
        onUploaded(await uploadPicture(bucket, folder, file));
      } catch (error) {
        setFailure(`${file.name}: ${refusalOf(error)}`);
      }
      names = names.slice(1);
      sent += file.size;
    }
    setUploads(nothing);
  };
  return { uploads, failure, upload };
}
