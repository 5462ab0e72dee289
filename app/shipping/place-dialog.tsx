import { type FormEvent, useState } from 'react';
import { DistrictPicker } from '#app/addresses/district-picker.tsx';
import { GovernorateSelect } from '#app/addresses/governorate-select.tsx';
import { isGovernorate } from '#app/addresses/governorates.ts';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { deliveryPlaceTexts } from '#app/i18n/texts/delivery-place.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Place } from './chosen-place.ts';

interface PlaceDialogProps {
  open: boolean;
  place: Place | null;
  onClose: () => void;
  onChoose: (place: Place) => void;
}

/** Asks for the delivery place. A district also selects its governorate; a governorate alone is enough. */
export default function PlaceDialog({ open, place, onClose, onChoose }: PlaceDialogProps) {
  const t = deliveryPlaceTexts();
  return (
    <Dialog open={open} onClose={onClose} size="small" title={t('placeTitle')} description={t('placeLead')}>
      <PlaceForm place={place} onChoose={onChoose} />
    </Dialog>
  );
}

function PlaceForm({ place, onChoose }: Pick<PlaceDialogProps, 'place' | 'onChoose'>) {
  const t = deliveryPlaceTexts();
  const tCheckout = checkoutTexts();
  const [city, setCity] = useState(place?.city ?? '');
  const [governorate, setGovernorate] = useState<string>(place?.governorate ?? '');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGovernorate(governorate)) onChoose({ governorate, city: city.trim().slice(0, 80) });
    else setMissing(true);
  };
  return (
    // As high as the field with its full list, which the dialog would cut off.
    <form noValidate onSubmit={submit} className="grid min-h-96 grid-rows-[auto_auto_1fr] gap-4">
      <DistrictPicker
        label={tCheckout('city')}
        optional
        autoComplete="address-level2"
        maxLength={80}
        value={city}
        onChange={(event) => setCity(event.target.value)}
        governorate={governorate}
        onGovernorate={setGovernorate}
        onChoose={(chosen, name) => {
          setGovernorate(chosen);
          setCity(name);
        }}
      />
      <GovernorateSelect
        autoComplete="address-level1"
        error={missing && governorate === '' ? tCheckout('governorateMissing') : undefined}
        value={governorate}
        onChange={(event) => setGovernorate(event.target.value)}
      />
      <Button type="submit" className="self-end">
        {t('usePlace')}
      </Button>
    </form>
  );
}
