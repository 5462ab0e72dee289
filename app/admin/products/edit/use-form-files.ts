import { useEffect, useRef, useState } from 'react';
import { removeUnusedFiles } from '../data/unused-files.ts';
import type { ProductForm } from '../model/product-form.ts';

/** Upload callbacks of file fields. */
export type FormFiles = { onBusy: (begins: boolean) => void; onUploaded: (address: string) => void };

function filesOf({ pictures, videos }: ProductForm): string[] {
  return [...pictures.map(({ src }) => src), ...videos];
}

/**
 * Tracks the uploads of a product form. On unmount it deletes uploaded and removed files that the database
 * reports as unused.
 * @param start the initial values
 * @param read returns the current values
 */
export function useFormFiles(
  start: ProductForm,
  read: () => ProductForm,
): { uploading: boolean; files: FormFiles } {
  const [uploads, setUploads] = useState(0);
  const uploaded = useRef<string[]>([]);
  useEffect(() => () => void removeUnusedFiles(uploaded.current), []);
  useEffect(
    () => () => {
      const kept = filesOf(read());
      void removeUnusedFiles(filesOf(start).filter((file) => !kept.includes(file)));
    },
    [read, start],
  );
  return {
    uploading: uploads > 0,
    files: {
      onBusy: (begins) => setUploads((now) => now + (begins ? 1 : -1)),
      onUploaded: (address) => {
        uploaded.current.push(address);
      },
    },
  };
}
