import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '#app/auth/session.ts';
import { pageTenant } from '#app/brands/page-tenant.ts';
import type { Product } from '#app/catalog/product.ts';
import { customizeWords } from '#app/messages/en/customize.ts';
import { useWords } from '#app/messages/use-words.ts';
import { useRootData } from '#app/shell/root-data.ts';
import { AddButtons } from './add-buttons.tsx';
import { blankDesign, withElement } from './design-edits.ts';
import { type DesignProduct, designProduct, offeredColors, offeredSizes } from './design-product.ts';
import { change, keepDraft, openDesign, select, useDesign, useDesigner } from './designer-store.ts';
import { draftKey, readDraft } from './drafts.ts';
import { ElementList } from './element-list.tsx';
import { GarmentPanel } from './garment-panel.tsx';
import { colorFor, inkOn } from './garments/colors.ts';
import { FALLBACK_GARMENT, type GarmentType } from './garments/types.ts';
import { hexColor } from './hex-color.ts';
import { MyDesigns } from './my-designs.tsx';
import { openingText } from './opening-text.ts';
import { OrderPanel } from './order-panel.tsx';
import { PlacementControls } from './placement-controls.tsx';
import { Table } from './table.tsx';
import { TextControls } from './text-controls.tsx';
import { useLoadedDesign } from './use-loaded-design.ts';
import { useNamedDesign } from './use-named-design.ts';
import { Warnings } from './warnings.tsx';

export interface DesignerProps {
  /** The shop's product to design on; null for a garment of the designer's own. */
  product: Product | null;
  /** The garment that was asked for. */
  garment: GarmentType | null;
}

/** What an address can ask for on top of what lies on the table. */
interface Wish {
  /** A text to begin with. */
  text: string;
  /** Its ink, as typed. */
  ink: string;
  /** The cloth's colour by name. */
  cloth: string;
}

function start(on: DesignProduct | null, garment: GarmentType | null, wish: Wish): void {
  const productId = on?.product.id ?? null;
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(draftKey(pageTenant(), productId));
  } catch {
    // Private modes may refuse storage.
  }
  const draft = readDraft(stored);
  const wanted = on?.garment ?? garment ?? draft?.design.garment ?? FALLBACK_GARMENT;
  const colors = offeredColors(wanted, on);
  const cloth = wish.cloth || draft?.design.color;
  const known = colors.find(({ name }) => name === cloth) ?? colors[0];
  const sizes = offeredSizes(wanted, on);
  const size = draft && sizes.includes(draft.size) ? draft.size : sizes.length === 1 ? (sizes[0] ?? '') : '';
  const blank = blankDesign(wanted, known?.name ?? '');
  const design = draft
    ? { ...draft.design, garment: wanted, color: known?.name ?? draft.design.color }
    : blank;
  openDesign({ design, size, saved: draft?.saved ?? null }, productId);
  const ink = hexColor(wish.ink) ?? inkOn(wanted, design.color);
  const text = openingText(crypto.randomUUID(), 'front', wanted, wish.text, ink);
  // A page that is opened again finds its text in the draft.
  if (!text || design.elements.some((element) => element.kind === 'text' && element.text === text.text))
    return;
  change((now) => withElement(now, text));
  select(text.id);
}

/** The garment designer: the table with the garment, and everything about it as form controls. */
export function Designer({ product, garment }: DesignerProps) {
  const t = useWords(customizeWords);
  const { baseProductPrices } = useRootData().settings.customization;
  const [on] = useState(() => (product ? designProduct(product) : null));
  const [ready, setReady] = useState(false);
  const [asked, setAsked] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const session = useSession();
  const design = useDesign();
  const size = useDesigner((state) => state.size);
  const selected = useDesigner((state) => state.selected);
  const [search] = useSearchParams();
  const [wish] = useState(() => ({
    text: search.get('text') ?? '',
    ink: search.get('ink') ?? '',
    cloth: search.get('color') ?? '',
  }));

  useEffect(() => {
    start(
      on,
      garment ?? (Object.hasOwn(baseProductPrices, FALLBACK_GARMENT) ? null : firstOf(baseProductPrices)),
      wish,
    );
    setReady(true);
    return keepDraft();
  }, [on, garment, baseProductPrices, wish]);
  useNamedDesign(ready ? search.get('design') : null, on);
  useLoadedDesign();

  const element = design.elements.find(({ id }) => id === selected);
  const color =
    offeredColors(design.garment, on).find(({ name }) => name === design.color) ??
    colorFor(design.garment, design.color);
  const askForSize = () => {
    setAsked(true);
    panel.current?.querySelector<HTMLInputElement>('input[name="garment-size"]')?.focus();
  };
  return (
    <div className="flex flex-col gap-x-10 gap-y-6 lg:grid lg:grid-cols-[1fr_25rem] lg:items-start">
      <Table hex={color.hex} />
      <div ref={panel} className="grid gap-7">
        <GarmentPanel on={on} sizeMissing={asked && size === ''} />
        <section className="grid gap-4 border-t pt-6">
          <AddButtons />
          <ElementList />
        </section>
        {element ? (
          <section aria-label={t('editing')} className="stroked grid gap-6 rounded-card bg-surface p-5">
            {element.kind === 'text' ? <TextControls key={element.id} element={element} /> : null}
            <PlacementControls key={`${element.id} place`} design={design} element={element} />
          </section>
        ) : null}
        <Warnings />
        <OrderPanel on={on} onSizeMissing={askForSize} />
        {session.user ? <MyDesigns userId={session.user.id} productId={on?.product.id ?? null} /> : null}
      </div>
    </div>
  );
}

function firstOf(prices: Readonly<Record<string, number>>): GarmentType | null {
  const [first] = Object.keys(prices);
  return (first as GarmentType | undefined) ?? null;
}
