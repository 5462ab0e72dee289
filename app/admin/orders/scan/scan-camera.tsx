import { useEffect, useRef, useState } from 'react';
import { adminScanTexts } from '#app/i18n/texts/admin-scan.ts';
import { classes } from '#app/ui/classes.ts';
import { announceScan } from '../../ui/scanner/scans.ts';
import { createReader } from './read-barcodes.ts';

/** Pause between two looks at the picture, in ms. */
const PAUSE = 150;
/** A code counts again once it was out of sight for this long, in ms. */
const OUT_OF_SIGHT = 1_200;

type CameraState = 'Starts' | 'Ready' | 'Denied' | 'None' | 'Insecure' | 'Failed';

function problemOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'Denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'None' : 'Failed';
}

/** Reads codes from a video until the signal aborts. */
async function watch(video: HTMLVideoElement, signal: AbortSignal, onReady: () => void): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    const reader = await createReader();
    onReady();
    const seen = new Map<string, number>();
    while (!signal.aborted) {
      const found = video.readyState >= video.HAVE_CURRENT_DATA ? await reader.detect(video) : [];
      for (const { rawValue } of found) {
        const last = seen.get(rawValue) ?? Number.NEGATIVE_INFINITY;
        seen.set(rawValue, performance.now());
        if (!signal.aborted && performance.now() - last > OUT_OF_SIGHT) announceScan(rawValue);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  } finally {
    stop();
  }
}

/** The camera's picture, whose codes are scanned. */
export default function ScanCamera() {
  const t = adminScanTexts();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('Starts');
  useEffect(() => {
    const { current } = video;
    if (!current) return;
    if (!window.isSecureContext) return setState('Insecure');
    const ending = new AbortController();
    watch(current, ending.signal, () => setState('Ready')).catch((error: unknown) => {
      if (!ending.signal.aborted) setState(problemOf(error));
    });
    return () => ending.abort();
  }, []);
  const isShown = state === 'Starts' || state === 'Ready';
  return (
    <div className="grid gap-2">
      <video
        ref={video}
        aria-label={t('cameraView')}
        muted
        playsInline
        className={classes(
          'aspect-4/3 w-full max-w-sm rounded-card bg-sunken object-cover',
          !isShown && 'hidden',
        )}
      />
      <p role="status" className={isShown ? 'text-ink-soft text-sm' : 'text-danger-text'}>
        {t(`camera${state}`)}
      </p>
    </div>
  );
}
