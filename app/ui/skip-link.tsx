import type { MouseEvent, ReactNode } from 'react';

type SkipLinkProps = {
  /** Id of the target, which must be focusable. */
  target: string;
  children: ReactNode;
};

/** A skip link, visible while focused. */
export function SkipLink({ target, children }: SkipLinkProps) {
  // The default action would add a history entry unknown to the router.
  const skip = (event: MouseEvent) => {
    const element = document.getElementById(target);
    if (!element) return;
    event.preventDefault();
    element.scrollIntoView();
    element.focus({ preventScroll: true });
  };
  return (
    <a
      href={`#${target}`}
      onClick={skip}
      className="sr-only z-100 rounded-control bg-primary px-5 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
    >
      {children}
    </a>
  );
}
