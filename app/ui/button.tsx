import { Check } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classes } from './classes.ts';
import { Spinner } from './spinner.tsx';
import { useHydrated } from './use-hydrated.ts';

export type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'destructive';
export type ButtonSize = 'regular' | 'small' | 'large' | 'icon';

const variants: Record<ButtonVariant, string> = {
  primary: 'stroked border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  outline: 'stroked border-line-strong bg-transparent text-ink hover:bg-sunken',
  quiet: 'stroked border-transparent bg-transparent text-ink hover:bg-sunken',
  destructive: 'stroked border-transparent bg-danger text-on-danger hover:brightness-90',
};

const sizes: Record<ButtonSize, string> = {
  regular: 'min-h-control px-5',
  small: 'min-h-11 whitespace-nowrap px-3.5 text-sm md:min-h-9',
  large: 'min-h-14 px-8 text-lg',
  icon: 'size-11 shrink-0 p-0',
};

/** Class names of a button, for other elements that look like one. */
export function buttonClasses(variant: ButtonVariant = 'primary', size: ButtonSize = 'regular'): string {
  return classes(
    'inline-flex select-none items-center justify-center gap-2 rounded-control text-center font-semibold leading-tight',
    'transition active:translate-y-px disabled:pointer-events-none aria-disabled:pointer-events-none',
    variants[variant],
    sizes[size],
    // Faded text on a faded fill is unreadable, so a disabled button loses its color instead.
    'disabled:border-line disabled:bg-sunken disabled:text-ink-soft disabled:opacity-100',
  );
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner, keeps the width and ignores clicks. */
  busy?: boolean;
  /** Shows a tick and ignores clicks. */
  done?: boolean;
};

const refuse = (event: MouseEvent) => event.preventDefault();

/**
 * A button. Unless `type` is given it is a "button", disabled until hydrated. Icon buttons need an
 * `aria-label`.
 */
export function Button({
  type = 'button',
  variant,
  size,
  busy = false,
  done = false,
  disabled = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const hydrated = useHydrated();
  return (
    <button
      type={type}
      disabled={disabled || (type === 'button' && !hydrated)}
      {...rest}
      // `disabled` would lose keyboard focus.
      aria-disabled={busy || done || undefined}
      onClick={busy || done ? refuse : onClick}
      aria-busy={busy || undefined}
      className={classes(buttonClasses(variant, size), className)}
    >
      {busy ? <Spinner className="size-4" /> : null}
      {done ? <Check className="size-5" /> : null}
      {children}
    </button>
  );
}

type LinkButtonProps = LinkProps & { variant?: ButtonVariant; size?: ButtonSize; className?: string };

/** A link that looks like a button. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classes(buttonClasses(variant, size), className)} />;
}

/** An unstyled button. It is disabled until hydrated, since only script gives it an action. */
export function BareButton({ disabled, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  const hydrated = useHydrated();
  return <button type="button" {...rest} disabled={disabled || !hydrated} />;
}

/**
 * Class names that fix a page's main button above the navigation on phones, beside `data-buy-bar`, which keeps room for
 * it at the page's end. It makes room for an on-screen keyboard.
 */
export const actionBar =
  'flex items-center gap-4 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] max-md:z-30 max-md:border-t max-md:bg-raised max-md:px-4 max-md:py-2 max-md:[@media(max-height:32rem)]:in-[:has(:is(input,textarea):focus)]:hidden';
