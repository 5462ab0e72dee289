import type { ComponentProps } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** An unstyled button. It is disabled until hydrated, since only script gives it an action. */
export function BareButton({ disabled, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  const hydrated = useHydrated();
  return <button type="button" {...rest} disabled={disabled || !hydrated} />;
}
