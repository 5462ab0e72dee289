import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import cartMessages from '#app/i18n/messages/en/cart.json';
import uiMessages from '#app/i18n/messages/en/ui.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toPiastres } from '#app/lib/money.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { closeDrawer } from './cart-actions.ts';
import { type CartLine, countOf, lineIdentity } from './cart-line.ts';
import { useCart } from './cart-store.ts';
import { FreeShippingProgress } from './free-shipping-progress.tsx';
import { LineOptions } from './line-options.tsx';
import { cartSubtotal } from './totals.ts';

/**
 * The cart at the page's edge after something was added. It lets the page be used: a click beside it and Escape close
 * it, and the toast stays readable.
 */
export default function CartDrawer({ added }: { added: string }) {
  const t = useTranslations('cart', cartMessages);
  const { currency } = useBrand();
  const lines = useCart((state) => state.lines);
  const panel = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    panel.current?.showPopover();
    panel.current?.focus({ preventScroll: true });
  }, []);

  const subtotal = cartSubtotal(lines);
  // What was just added stands first.
  const sorted = [...lines].sort((a, b) => rank(b, added) - rank(a, added));
  return (
    <dialog
      ref={panel}
      popover="auto"
      tabIndex={-1}
      aria-labelledby={id}
      onToggle={(event) => (event.newState === 'closed' ? closeDrawer() : undefined)}
      className="stroked fixed inset-auto end-3 top-3 m-0 max-h-[calc(100dvh-11rem)] w-[min(24rem,calc(100%-1.5rem))] flex-col overflow-hidden rounded-card border-line-strong bg-raised text-ink shadow-raised outline-none open:animate-[rise_var(--slow)_var(--ease)] backdrop:bg-transparent [&:popover-open]:flex"
    >
      <div className="flex items-center justify-between gap-4 border-b py-2 ps-5 pe-2">
        <h2 id={id} className="font-semibold text-lg">
          {t('drawer', { count: countOf(lines) })}
        </h2>
        <CloseButton />
      </div>
      <ul className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5">
        {sorted.map((line) => (
          <DrawerLine key={lineIdentity(line)} line={line} />
        ))}
      </ul>
      <div className="grid gap-3 border-t p-5">
        <FreeShippingProgress subtotal={subtotal} />
        <p className="flex justify-between gap-4 font-details font-semibold tabular-nums">
          <span>{t('subtotal')}</span>
          <span>{formatMoney(subtotal, currency)}</span>
        </p>
        <div className="grid grid-cols-2 gap-3">
          <LinkButton to={href('/cart')} variant="outline" onClick={closeDrawer}>
            {t('viewCart')}
          </LinkButton>
          <LinkButton to={href('/checkout')} onClick={closeDrawer}>
            {t('checkout')}
          </LinkButton>
        </div>
      </div>
    </dialog>
  );
}

const rank = (line: CartLine, added: string): number => (lineIdentity(line) === added ? 1 : 0);

function CloseButton() {
  const t = useTranslations('ui', uiMessages);
  return (
    <Button variant="quiet" size="icon" aria-label={t('close')} onClick={closeDrawer}>
      <X className="size-5" />
    </Button>
  );
}

function DrawerLine({ line }: { line: CartLine }) {
  const t = useTranslations('cart', cartMessages);
  const { currency } = useBrand();
  const { product, quantity } = line;
  const price = formatMoney(toPiastres(product.price), currency);
  return (
    <li className="grid grid-cols-[4rem_1fr] items-center gap-4 border-b py-3 last:border-b-0">
      <Picture
        src={product.images[0] ?? ''}
        alt=""
        width={64}
        height={64}
        sizes="4rem"
        className="aspect-square w-full rounded-picture object-cover"
      />
      <div className="grid min-w-0 gap-0.5">
        <p className="line-clamp-2 font-semibold leading-snug">{product.name}</p>
        <LineOptions line={line} />
        <p className="font-details text-sm tabular-nums">{t('times', { count: quantity, price })}</p>
      </div>
    </li>
  );
}
