import { Camera, CameraOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { splitLanguage } from '#app/i18n/languages.ts';
import { adminScanTexts } from '#app/i18n/texts/admin-scan.ts';
import { isOfficePage, splitOffice } from '#app/lib/office-address.ts';
import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { Button } from '#app/ui/button.tsx';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { latinCode } from '../../ui/scanner/keyboard-layout.ts';
import { announceScan } from '../../ui/scanner/scans.ts';

/** Lazy, because it brings the reader of barcodes. */
const ScanCamera = lazyWithRetry(() => import('./scan-camera.tsx'));

/** URL parameter of a page that opens with its camera on. */
export const cameraParam = 'camera';

/** Whether this document may use the camera: its headers are an office page's, not those of a page of the store. */
function mayUseCamera(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return !loaded || isOfficePage(splitOffice(splitLanguage(new URL(loaded.name).pathname).path).path);
}

/** The ways to scan on this page: a field, which a hand scanner types into as well, and the camera. */
export function ScannerBar({ withCamera }: { withCamera: boolean }) {
  const t = adminScanTexts();
  const [code, setCode] = useState('');
  const [watching, setWatching] = useState(withCamera);
  const take = (event: FormEvent) => {
    event.preventDefault();
    const typed = cleanAscii(latinCode(code));
    if (typed) announceScan(typed);
    setCode('');
  };
  const toggle = () => {
    if (watching || mayUseCamera()) return setWatching(!watching);
    const address = new URL(window.location.href);
    address.searchParams.set(cameraParam, 'on');
    window.location.assign(address);
  };
  return (
    <div className="grid max-w-3xl gap-3">
      <p className="text-ink-soft">{t('scanWhy')}</p>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <form onSubmit={take} className="flex min-w-0 grow items-end gap-2 sm:max-w-sm">
          <TextField
            label={t('code')}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            className="min-w-0 grow"
          />
          <Button type="submit" variant="outline">
            {t('take')}
          </Button>
        </form>
        <Button variant="outline" aria-pressed={watching} onClick={toggle}>
          {watching ? <CameraOff className="size-5" /> : <Camera className="size-5" />}
          {t(watching ? 'noCamera' : 'camera')}
        </Button>
      </div>
      {watching ? <ScanCamera /> : null}
    </div>
  );
}
