import { X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { type CSSProperties, useState } from 'react';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { buttonClasses } from './button.tsx';
import { classes } from './classes.ts';
import { pageDirection } from './page-direction.ts';
import { dismissToast, toastDuration, toastHotkey, toastSwipeThreshold, useToast } from './toast.ts';

/** Bottom edge of the page's header and the navigation right below it, in pixels from the top of the window. */
const headerEnd = () =>
  Math.max(
    0,
    ...['header', '[data-below-header]'].map(
      (first) => document.querySelector(first)?.getBoundingClientRect().bottom ?? 0,
    ),
  );

/** Draws the current toast (docs/product.md, Messages: one at a time, 5 s, swipe 50 px, F8, at most 420 px wide). */
export default function ToastRegion() {
  const t = uiTexts();
  const current = useToast((state) => state.current);
  const id = current?.id;
  // Measured before rendering: a toast that first renders elsewhere would move under the finger.
  const [place, setPlace] = useState(() => ({ id, below: headerEnd() + 8 }));
  if (id !== undefined && id !== place.id) setPlace({ id, below: headerEnd() + 8 });
  return (
    <Radix.Provider
      duration={toastDuration}
      swipeThreshold={toastSwipeThreshold}
      swipeDirection={pageDirection() === 'rtl' ? 'left' : 'right'}
    >
      {current ? (
        <Radix.Root
          key={current.id}
          open={current.open}
          onOpenChange={(open) => (open ? undefined : dismissToast(current.id))}
          {...(current.duration !== undefined && { duration: current.duration })}
          type={current.variant === 'destructive' ? 'foreground' : 'background'}
          className={classes(
            'stroked flex w-full items-center gap-3 rounded-card p-4 pe-2 shadow-raised',
            'data-[state=open]:animate-[rise_var(--slow)_var(--ease)] data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
            current.variant === 'destructive'
              ? 'border-danger-text bg-danger-tint text-ink'
              : 'border-line-strong bg-raised text-ink',
          )}
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className="font-semibold">{current.title}</Radix.Title>
            {current.description ? (
              <Radix.Description className="text-ink-soft text-sm">{current.description}</Radix.Description>
            ) : null}
          </div>
          {current.action ? (
            <Radix.Action
              altText={current.action.label}
              onClick={current.action.onClick}
              className={buttonClasses('outline', 'small')}
            >
              {current.action.label}
            </Radix.Action>
          ) : null}
          <Radix.Close aria-label={t('close')} className={buttonClasses('quiet', 'icon')}>
            <X className="size-4" />
          </Radix.Close>
        </Radix.Root>
      ) : null}
      <Radix.Viewport
        hotkey={[toastHotkey]}
        style={{ '--below-header': `${place.below}px` } as CSSProperties}
        label={t('notifications', { hotkey: '{hotkey}' })}
        className={classes(
          // Below the header on phones: the next button to press is at the bottom of the window.
          'fixed inset-x-0 top-(--below-header) z-100 flex flex-col px-4 outline-none',
          'md:start-auto md:top-auto md:bottom-0 md:w-full md:max-w-[420px] md:p-4',
          // Above the chat button, which it would cover.
          'md:in-[:has([data-chat-launcher])]:bottom-18',
          // Below a quiet header: its page's main button is at the bottom of the window.
          'md:in-[:has([data-quiet-header])]:start-0 md:in-[:has([data-quiet-header])]:top-20 md:in-[:has([data-quiet-header])]:bottom-auto! md:in-[:has([data-quiet-header])]:mx-auto',
          // Above a bottom bar, whose buttons the toast is often about.
          'md:in-[:has([data-bottom-bar])]:bottom-(--above-bar)',
        )}
      />
    </Radix.Provider>
  );
}
