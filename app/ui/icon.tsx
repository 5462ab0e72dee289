import type { IconNode } from 'lucide';
import { createElement, type ReactElement } from 'react';

type IconProps = {
  /** What to draw. */
  of: IconNode;
  className?: string | undefined;
  /** Of 24 units that an icon is wide and high. */
  strokeWidth?: number;
};

const drawn = new WeakMap<IconNode, ReactElement[]>();

function shapesOf(icon: IconNode): ReactElement[] {
  const known = drawn.get(icon);
  if (known) return known;
  const shapes = icon.map(([tag, attributes], place) => createElement(tag, { key: place, ...attributes }));
  drawn.set(icon, shapes);
  return shapes;
}

/** An icon in the colour of the text, for the eye alone: words beside it or on its button say what it means. */
export function Icon({ of, className, strokeWidth = 2 }: IconProps) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {shapesOf(of)}
    </svg>
  );
}
