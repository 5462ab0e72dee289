import { CircleCheck, CircleX } from 'lucide-react';
import { href } from 'react-router';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminScanTexts } from '#app/i18n/texts/admin-scan.ts';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { classes } from '#app/ui/classes.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { playTones } from '../../ui/tones.ts';
import type { Scanned } from './scan-calls.ts';

/** What is said about a scan: it was right, it completes something, or it was wrong and nothing changed. */
export type Word = {
  tone: 'right' | 'done' | 'wrong';
  text: string;
  /** The order that it is about, where that helps, and its packed shipment. */
  order?: { id: string; tenantId: string; packed?: string };
};

export type Say = (word: Word) => void;

/** Plays the sound of a word. */
export function soundOf({ tone }: Pick<Word, 'tone'>): void {
  if (tone === 'wrong') playTones([220, 180], 'square');
  else playTones(tone === 'done' ? [660, 880, 1100] : [880]);
}

/** The name of a parcel: its order's number and its own. */
export const parcelName = ({ order_number, shipment_number }: Scanned): string =>
  `${order_number}/${shipment_number}`;

/** Returns a function that says where a parcel is, by whom and since when. */
export function useParcelText(): (found: Scanned) => string {
  const t = adminScanTexts();
  const tShipments = adminShipmentsTexts();
  return (found) =>
    t('parcelIs', {
      name: parcelName(found),
      state: found.shipment_state ? tShipments(`state_${found.shipment_state}`) : '',
      who: found.handled_by ?? 'none',
      at: found.handled_at ? formatDateTime(found.handled_at) : 'none',
    });
}

const looks = {
  right: 'bg-tint text-on-tint',
  done: 'bg-success-tint text-success-text',
  wrong: 'bg-danger-tint text-danger-text',
};

/** The word about the last scan, to be read from a packing table. */
export function WordPanel({ word }: { word: Word | null }) {
  const t = adminScanTexts();
  const Icon = word?.tone === 'wrong' ? CircleX : CircleCheck;
  const address = `${href('/admin/orders')}?order=${word?.order?.id}`;
  return (
    <div role="status" className={classes('rounded-card p-4', word ? looks[word.tone] : 'hidden')}>
      {word ? (
        <div className="flex items-start gap-3">
          <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
          <div className="wrap-anywhere grid min-w-0 gap-1">
            <p className="font-semibold text-lg leading-snug">{word.text}</p>
            {word.order ? (
              <p className="flex flex-wrap gap-x-5 gap-y-1">
                {word.order.packed ? (
                  <RowLink
                    tenantId={word.order.tenantId}
                    to={`${address}&print=label&shipment=${word.order.packed}`}
                    className="underline"
                  >
                    {t('printLabel')}
                  </RowLink>
                ) : null}
                <RowLink tenantId={word.order.tenantId} to={address} className="underline">
                  {t('openOrder')}
                </RowLink>
              </p>
            ) : null}
          </div>
        </div>
      ) : null}
    </div>
  );
}
