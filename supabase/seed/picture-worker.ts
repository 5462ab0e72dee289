import { parentPort } from 'node:worker_threads';
import { makePicture, type PictureJob } from './art/picture-plan.ts';

/** What the pool sends: a job and the number its answer carries. */
export interface PictureRequest {
  readonly id: number;
  readonly job: PictureJob;
}

export type PictureAnswer =
  | { readonly id: number; readonly jpeg: Uint8Array }
  | { readonly id: number; readonly error: string };

const port = parentPort;
if (!port) throw new Error('picture-worker.ts runs only as a worker thread.');

port.on('message', ({ id, job }: PictureRequest) => {
  makePicture(job).then(
    (buffer) => {
      const jpeg = new Uint8Array(buffer);
      port.postMessage({ id, jpeg } satisfies PictureAnswer, [jpeg.buffer]);
    },
    (error: unknown) => {
      port.postMessage({
        id,
        error: error instanceof Error ? error.message : String(error),
      } satisfies PictureAnswer);
    },
  );
});
