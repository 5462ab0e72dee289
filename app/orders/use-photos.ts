import { useEffect, useRef, useState } from 'react';
import { type ImageProblem, importImage } from '#app/designer/image-import.ts';
import { orderPhotosTexts } from '#app/i18n/texts/order-photos.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { newId } from '#app/lib/row-id.ts';
import { sendFile } from '#app/lib/send-file.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';

/** Maximum number of photos in a report; the table `returns` checks it too. */
export const mostPhotos = 5;

/** Longer side of an uploaded photo, in pixels. */
const maxSide = 2000;

/** A chosen photo. `address` is its preview URL, `path` its path once uploaded, `sent` counts bytes. */
export interface ChosenPhoto {
  key: string;
  name: string;
  blob: Blob;
  address: string;
  path: string | null;
  sent: number;
  failure: string;
}

export interface Photos {
  chosen: readonly ChosenPhoto[];
  /** Files that were refused, with the reasons. */
  refused: readonly { name: string; problem: ImageProblem }[];
  /** Whether files are being read that are not in the list yet. */
  reading: boolean;
  /** Whether more were chosen than can be sent. */
  tooMany: boolean;
  add: (files: readonly File[]) => Promise<void>;
  remove: (key: string) => void;
  clear: () => void;
  /**
   * Uploads the remaining photos and returns the paths of all. Failed ones have a `failure`; the next call retries
   * them.
   * @throws BackendError when one failed
   */
  upload: (userId: string) => Promise<string[]>;
}

function failureOf(error: unknown): string {
  const t = orderPhotosTexts();
  if (error instanceof BackendError && error.code === 'upload_ended') return t('ended');
  if (!(error instanceof BackendError) || error.status === 0) return t('unreachable');
  // With these statuses, storage explains why it has no room.
  return [400, 429, 507].includes(error.status) && error.message ? error.message : t('refused');
}

/** The photos that a person attaches to a message. */
export function usePhotos(): Photos {
  const [chosen, setChosen] = useState<readonly ChosenPhoto[]>([]);
  const [refused, setRefused] = useState<Photos['refused']>([]);
  const [reads, setReads] = useState(0);
  const [tooMany, setTooMany] = useState(false);
  const latest = useRef(chosen);
  latest.current = chosen;
  useEffect(
    () => () => {
      for (const { address } of latest.current) URL.revokeObjectURL(address);
    },
    [],
  );

  const update = (key: string, change: Partial<ChosenPhoto>) =>
    setChosen((current) => current.map((photo) => (photo.key === key ? { ...photo, ...change } : photo)));

  return {
    chosen,
    refused,
    reading: reads > 0,
    tooMany,
    async add(files) {
      const free = mostPhotos - latest.current.length;
      setTooMany(files.length > free);
      setRefused([]);
      setReads((count) => count + 1);
      for (const file of files.slice(0, free)) {
        const imported = await importImage(file, maxSide);
        if ('problem' in imported) {
          const { problem } = imported;
          setRefused((current) => [...current, { name: file.name, problem }]);
          continue;
        }
        const { blob } = imported;
        const address = URL.createObjectURL(blob);
        const photo = { key: newId(), name: file.name, blob, address, path: null, sent: 0, failure: '' };
        setChosen((current) => [...current, photo]);
      }
      setReads((count) => count - 1);
    },
    remove(key) {
      const removed = latest.current.find((photo) => photo.key === key);
      if (removed) URL.revokeObjectURL(removed.address);
      setTooMany(false);
      setChosen((current) => current.filter((photo) => photo.key !== key));
    },
    clear() {
      for (const { address } of latest.current) URL.revokeObjectURL(address);
      setChosen([]);
      setRefused([]);
      setTooMany(false);
    },
    async upload(userId) {
      const paths: (string | null)[] = [];
      for (const { key, blob, path } of chosen) {
        if (path) {
          paths.push(path);
          continue;
        }
        update(key, { sent: 0, failure: '' });
        try {
          const uploaded = await uploadPhoto(blob, userId, (sent) => update(key, { sent }));
          update(key, { path: uploaded });
          paths.push(uploaded);
        } catch (error) {
          update(key, { failure: failureOf(error) });
          paths.push(null);
        }
      }
      const sent = paths.filter((path) => path !== null);
      if (sent.length === paths.length) return sent;
      const message = orderPhotosTexts()('incomplete');
      throw new BackendError({ message, details: 'photos_not_sent' });
    },
  };
}

export const photoBucket = 'order-photos';

/**
 * Uploads a photo of something ordered into the user's folder of a private bucket; returns its path there. Photos that
 * are not sent with a report are removed after two days. `onSent` is called with the bytes sent.
 * @throws BackendError with status 0 when the store was unreachable
 */
async function uploadPhoto(photo: Blob, userId: string, onSent: (bytes: number) => void): Promise<string> {
  const supabase = await loadSupabase();
  const extension = photo.type === 'image/png' ? 'png' : 'webp';
  const path = `${pageTenant()}/${userId}/${newId()}.${extension}`;
  const { data, error } = await supabase.storage
    .from(photoBucket)
    .createSignedUploadUrl(path, { upsert: false });
  if (error) throw new BackendError(error, 'status' in error ? Number(error.status) || 0 : 0);
  await sendFile(data.signedUrl, photo, onSent);
  return path;
}
