import { useEffect, useRef } from 'react';
import { lazyWithRetry } from './lazy-with-retry.tsx';
import type { FailedLoad } from './load-failed.tsx';
import { dismissToast, toastDuration, useToast } from './toast.ts';

/** Plain fallback when the toast code failed to load; the next toast retries. */
function PlainToast({ retry }: FailedLoad) {
  const current = useToast((state) => state.current);
  const id = current?.id;
  const first = useRef(id);
  useEffect(() => {
    if (id !== first.current) retry();
    const timer = setTimeout(dismissToast, toastDuration);
    return () => clearTimeout(timer);
  }, [id, retry]);
  return (
    <div
      role="status"
      className="fixed inset-x-4 top-30 z-100 md:start-auto md:top-auto md:bottom-4 md:w-full md:max-w-[calc(420px-2rem)]"
    >
      {current?.open ? (
        <div className="stroked rounded-card border-line-strong bg-raised p-4 text-ink shadow-raised">
          <p className="font-semibold">{current.title}</p>
          {current.description ? <p className="text-ink-soft text-sm">{current.description}</p> : null}
        </div>
      ) : null}
    </div>
  );
}

const ToastRegion = lazyWithRetry(() => import('./toast-region.tsx'), { Failed: PlainToast });

/** Container of toasts, once per page. The toast code loads with the first toast. */
export function Toaster() {
  const hasToast = useToast(({ current }) => current !== null);
  return hasToast ? <ToastRegion /> : null;
}
