import { href } from 'react-router';
import type { GarmentType } from '#app/garments/types.ts';
import { productTexts } from '#app/i18n/texts/product.ts';
import type { ChosenOptions } from '#app/product/product-options.ts';
import { useRootData } from '#app/store/root-data.ts';
import { LinkButton } from '#app/ui/button.tsx';

type CustomizeLinkProps = {
  productId: string;
  garment: GarmentType | null;
  /** The design starts in the chosen color and size. */
  chosen: Pick<ChosenOptions, 'color' | 'size'>;
};

/** **Customize**: opens the designer with this garment, if the store prints on it. */
export function CustomizeLink({ productId, garment, chosen: { color, size } }: CustomizeLinkProps) {
  const t = productTexts();
  const { customization } = useRootData().settings;
  if (!customization.enabled || !garment) return null;
  const search = new URLSearchParams({
    garment,
    product: productId,
    ...(color && { color }),
    ...(size && { size }),
  }).toString();
  return (
    <div className="flex flex-col gap-1.5">
      <LinkButton to={{ pathname: href('/customize'), search }} variant="outline" className="w-full">
        {t('customize')}
      </LinkButton>
      <p className="text-ink-soft text-sm">{t('customizeWhy')}</p>
    </div>
  );
}
