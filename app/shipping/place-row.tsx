import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';

/** One line on where goods go to, of the same height with a place and without. */
export function PlaceRow({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center gap-2">
      <MapPin className="size-4 shrink-0 text-link" />
      {children}
    </div>
  );
}
