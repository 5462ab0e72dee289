import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '#app/auth/session.ts';
import { colorFor, inkOnFabric } from '#app/garments/colors.ts';
import type { GarmentType } from '#app/garments/types.ts';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { newId } from '#app/lib/row-id.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import type { Product } from '#app/product/product.ts';
import type { Variant } from '#app/product/variants.ts';
import { useRootData } from '#app/store/root-data.ts';
import { classes } from '#app/ui/classes.ts';
import { toast } from '#app/ui/toast.ts';
import { AddButtons } from './add-buttons.tsx';
import { CanvasPanel } from './canvas-panel.tsx';
import { hexColor } from './design.ts';
import { withElement } from './design-edits.ts';
import {
  designParamNames,
  hasText,
  initialDraft,
  isOtherDesign,
  readDesignParams,
  removeParams,
} from './design-params.ts';
import { type DesignProduct, designProduct, offeredColors } from './design-product.ts';
import {
  change,
  currentDesign,
  fontLoaded,
  imageLoaded,
  openDesign,
  persistDraft,
  select,
  undo,
  useDesign,
  useDesigner,
} from './designer-store.ts';
import { openDraft } from './drafts.ts';
import { ElementList } from './element-list.tsx';
import { GarmentPanel } from './garment-panel.tsx';
import { initialText } from './initial-text.ts';
import { loadPrintFont } from './load-print-font.ts';
import { MyDesigns } from './my-designs.tsx';
import { OrderPanel } from './order-panel.tsx';
import { PlacementControls } from './placement-controls.tsx';
import { imageOf } from './stored-designs.ts';
import { TextControls } from './text-controls.tsx';
import { useNamedDesign } from './use-named-design.ts';

interface DesignerProps {
  /** Product to design on; null for a garment that is not a store product. */
  product: Product | null;
  variants: readonly Variant[];
  garment: GarmentType | null;
  /** Owner of the draft; null for a guest. */
  userId: string | null;
}

/** Opens the requested design and saves its changes as a draft; returns an unsubscribe function. */
function openInitialDesign(
  userId: string | null,
  shopProduct: DesignProduct | null,
  garment: GarmentType | null,
  prices: Readonly<Record<string, number>>,
): () => void {
  const productId = shopProduct?.product.id ?? null;
  const params = readDesignParams(new URLSearchParams(location.search));
  const options = { shopProduct, garment, params, prices };
  const unsubscribe = persistDraft(userId);
  const stored = openDraft(userId, productId);
  const blank = initialDraft(null, options);
  const { design } = blank;
  const ink = hexColor(params.ink) ?? inkOnFabric(design.garment, design.color);
  const text = initialText(newId(), design.garment, params.text, ink);
  const requested = { garment: shopProduct ? null : garment, text: text?.text ?? '' };
  if (stored && isOtherDesign(stored, requested, prices)) {
    openDesign({ ...stored, size: blank.size, line: null }, productId);
    change(() => (text ? withElement(design, text) : design));
    const t = customizeTexts();
    const action = { label: t('undo'), onClick: undo };
    toast({ title: t('newDesign'), description: t('newDesignWhy'), action });
  } else {
    openDesign(initialDraft(stored, options), productId);
    if (text && !hasText(currentDesign(), text.text)) change((current) => withElement(current, text));
  }
  if (text) select(currentDesign().elements.find(({ id }) => id === text.id)?.id ?? null);
  removeParams(designParamNames);
  return unsubscribe;
}

/** The garment designer: the canvas, and form controls for everything on it. */
export default function Designer({ product, variants, garment, userId }: DesignerProps) {
  const t = customizeTexts();
  const { settings } = useRootData();
  const { designer: layout } = useShoppingLook();
  const { baseProductPrices } = settings.customization;
  const [shopProduct] = useState(() => (product ? designProduct(product, variants) : null));
  const [ready, setReady] = useState(false);
  const [sizeRequested, setSizeRequested] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const session = useSession();
  const design = useDesign();
  const size = useDesigner((state) => state.size);
  const selected = useDesigner((state) => state.selected);
  const [search] = useSearchParams();
  const open = useEffectEvent(() => openInitialDesign(userId, shopProduct, garment, baseProductPrices));

  // Before the browser paints: the store may still hold the design of a person who has signed out.
  useLayoutEffect(() => {
    const unsubscribe = open();
    setReady(true);
    return unsubscribe;
  }, []);
  useNamedDesign(ready ? search.get('design') : null, shopProduct);
  useLoadedDesign();

  const element = design.elements.find(({ id }) => id === selected);
  const color =
    offeredColors(design.garment, shopProduct).find(({ name }) => name === design.color) ??
    colorFor(design.garment, design.color);
  const askForSize = () => {
    setSizeRequested(true);
    panel.current?.querySelector<HTMLInputElement>('input[name="garment-size"]')?.focus();
  };
  return (
    <div className="flex flex-col gap-x-10 gap-y-6 [--preview:max(6rem,min(42dvh,100dvh-27rem))] lg:grid lg:grid-cols-[minmax(0,1fr)_25rem] lg:items-start">
      <CanvasPanel hex={color.hex} />
      <div ref={panel} className="grid gap-7 max-lg:[&_*]:scroll-mt-[calc(var(--preview)+8rem)]">
        <GarmentPanel shopProduct={shopProduct} sizeMissing={sizeRequested && size === ''} />
        <section className="grid gap-4 border-t pt-6">
          <AddButtons />
          <ElementList />
        </section>
        {element ? (
          <section aria-label={t('editing')} className={classes('grid gap-6', layout.panel)}>
            {element.kind === 'text' ? <TextControls key={element.id} element={element} /> : null}
            <PlacementControls key={`${element.id} place`} design={design} element={element} />
          </section>
        ) : null}
        <OrderPanel shopProduct={shopProduct} onSizeMissing={askForSize} />
        {session.user ? (
          <MyDesigns userId={session.user.id} productId={shopProduct?.product.id ?? null} />
        ) : null}
      </div>
    </div>
  );
}

const requested = new Set<string>();

/** Loads the fonts and images of the open design. */
function useLoadedDesign(): void {
  const { elements } = useDesign();
  useEffect(() => {
    const { images } = useDesigner.getState();
    for (const element of elements) {
      const assetKey = element.kind === 'text' ? element.font : element.source;
      if (requested.has(assetKey) || images.has(assetKey)) continue;
      requested.add(assetKey);
      const loaded =
        element.kind === 'text'
          ? loadPrintFont(element.font).then(fontLoaded)
          : imageOf(element.source)
              .then((blob) => (blob ? createImageBitmap(blob) : null))
              .then((image) => image && imageLoaded(element.source, image));
      // The next change tries again.
      loaded.catch(() => requested.delete(assetKey));
    }
  }, [elements]);
}
