import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatChoices } from '#app/i18n/format.ts';
import { catalogTexts } from '#app/i18n/texts/catalog.ts';
import { productTexts } from '#app/i18n/texts/product.ts';
import { fitsDevice, madeForDevices, useDevice, writeDevice } from '#app/product/device.ts';
import { Button, buttonClasses } from '#app/ui/button.tsx';

type FitNoticeProps = { product: { type: string }; chosen: { type: string } };

/**
 * Names the device a product is made for. If it does not fit the shopper's, offers what does. Renders nothing for
 * brands whose products are not made for devices.
 */
export function FitNotice({ product, chosen }: FitNoticeProps) {
  const t = catalogTexts();
  const { madeFor } = useBrand().design;
  const device = useDevice();
  const devices = madeForDevices(product, chosen);
  if (!madeFor || devices.length === 0) return null;
  const made = formatChoices(devices);
  const fits = fitsDevice(devices, device);
  const [only, ...others] = devices;
  return (
    <div className={fits ? '' : 'grid gap-3 rounded-card bg-warning-tint p-4'}>
      <p role="status" className={fits ? 'font-medium' : 'font-semibold text-warning-text'}>
        {fits ? t('fits', { made }) : t('doesNotFit', { made, device })}
      </p>
      {fits ? null : (
        <div className="flex flex-wrap gap-2">
          <Link
            to={{ pathname: href('/shop'), search: `?${new URLSearchParams({ type: device })}` }}
            className={buttonClasses('outline', 'small')}
          >
            {t('showMadeFor', { name: device })}
          </Link>
          {only === undefined || others.length > 0 ? null : (
            <Button variant="quiet" size="small" onClick={() => writeDevice(only)}>
              {t('isMine', { device: only })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Label of the add button: **Add to cart**, or the device if it is not the shopper's. */
export function useAddLabel(product: { type: string }, chosen: { type: string }): string {
  const t = productTexts();
  const device = useDevice();
  const [only = '', ...others] = madeForDevices(product, chosen);
  return only === '' || others.length > 0 || fitsDevice([only], device)
    ? t('addToCart')
    : t('addFor', { device: only });
}
