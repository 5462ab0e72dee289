import { useBrand } from '#app/brands/use-brand.ts';
import { formatChoices } from '#app/i18n/format.ts';
import { cartTexts } from '#app/i18n/texts/cart.ts';
import { fitsDevice, useDevice } from '#app/product/device.ts';
import { useShownValue } from '#app/store/root-data.ts';
import { type CartLine, lineOptionsText } from './cart-line.ts';

/** A line's options as text, with the device it is made for and a warning if that is not the shopper's. */
export function LineOptions({ line }: { line: CartLine }) {
  const t = cartTexts();
  const shown = useShownValue();
  const { madeFor } = useBrand().design;
  const device = useDevice();
  const devices = line.selected_type ? [line.selected_type] : (line.madeFor ?? []);
  const further = line.customizationId ? t('customized') : madeFor && formatChoices(line.madeFor ?? []);
  const text = lineOptionsText(line, further, shown);
  return (
    <>
      {text ? <p className="text-ink-soft text-sm">{text}</p> : null}
      {madeFor && !fitsDevice(devices, device) ? (
        <p className="font-medium text-sm text-warning-text">{t('doesNotFit', { device })}</p>
      ) : null}
    </>
  );
}
