import { lazy, Suspense } from 'react';
import { useToast } from './toast.ts';

const ToastRegion = lazy(() => import('./toast-region.tsx'));

/** Place of the toasts; once on every page. What draws them loads with the first toast. */
export function Toaster() {
  const needed = useToast(({ current }) => current !== null);
  return needed ? (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  ) : null;
}
