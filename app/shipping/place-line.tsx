import { useState } from 'react';
import { useAddressLabels } from '#app/addresses/use-address-labels.ts';
import { deliveryTexts } from '#app/i18n/texts/delivery.ts';
import { deliveryPlaceTexts } from '#app/i18n/texts/delivery-place.ts';
import { Button } from '#app/ui/button.tsx';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import type { Place } from './chosen-place.ts';

const PlaceDialog = lazyWithRetry(() => import('./place-dialog.tsx'));

interface PlaceLineProps {
  place: Place | null;
  onChoose: (place: Place) => void;
  /** Opens the dialog at once. */
  asked?: boolean;
}

/** **Choose where to deliver**, or the chosen place with **Change**. */
export function PlaceLine({ place, onChoose, asked = false }: PlaceLineProps) {
  const t = deliveryTexts();
  const tPlace = deliveryPlaceTexts();
  const { governorate, listed } = useAddressLabels();
  const [open, setOpen] = useState(asked);
  const [loaded, setLoaded] = useState(asked);
  const choose = () => {
    setLoaded(true);
    setOpen(true);
  };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,auto)_auto] items-center justify-start gap-2">
        {place ? (
          <p className="wrap-break-word">
            {tPlace('deliverTo', {
              place: listed([...new Set([place.city, governorate(place.governorate)])]),
            })}
          </p>
        ) : null}
        <Button
          variant="quiet"
          size="small"
          aria-label={place ? tPlace('changePlace') : undefined}
          className={place ? 'shrink-0' : '-ms-3'}
          onClick={choose}
        >
          {place ? tPlace('change') : t('choosePlace')}
        </Button>
      </div>
      {loaded ? (
        <PlaceDialog
          open={open}
          place={place}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false);
            onChoose(chosen);
          }}
        />
      ) : null}
    </>
  );
}
