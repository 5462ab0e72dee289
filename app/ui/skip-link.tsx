import type { MouseEvent, ReactNode } from 'react';

type SkipLinkProps = {
  /** Id of the element it leads to, which can take the focus. */
  target: string;
  children: ReactNode;
};

/** A link for the keyboard past what stands before an element; seen while it has the focus. */
export function SkipLink({ target, children }: SkipLinkProps) {
  // The browser's own way would add an entry to the history that the router knows nothing of.
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
