import { type ComponentType, lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { type FailedLoad, LoadFailed } from './load-failed.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

type Fallbacks<Props> = {
  /** Shown while the code loads; nothing by default. */
  Waiting?: ComponentType<Props>;
  /** Shown when the code failed to load. */
  Failed?: ComponentType<Props & FailedLoad>;
};

/**
 * `React.lazy` with its own `Suspense` and error boundary, and a retry. `React.lazy` caches a rejection for
 * good, so every failure creates a new one.
 */
export function lazyWithRetry<Props extends object>(
  load: Load<Props>,
  fallbacks: Fallbacks<Props> = {},
): ComponentType<Props> {
  const code = { load, latest: lazy(load) };
  return (props) => <Retryable code={code} fallbacks={fallbacks} props={props} />;
}

type RetryableProps<Props> = {
  code: { load: Load<Props>; latest: ComponentType<Props> };
  fallbacks: Fallbacks<Props>;
  props: Props;
};

function Retryable<Props extends object>({ code, fallbacks, props }: RetryableProps<Props>) {
  const { Waiting, Failed = LoadFailed } = fallbacks;
  const [Code, setCode] = useState(() => code.latest);
  const [failures, setFailures] = useState(0);
  return (
    <ErrorBoundary
      fallbackRender={({ resetErrorBoundary }) => (
        <Failed {...props} retry={resetErrorBoundary} retried={failures > 1} />
      )}
      onError={() => {
        code.latest = lazy(code.load);
        setFailures((count) => count + 1);
      }}
      onReset={() => setCode(() => code.latest)}
    >
      <Suspense fallback={Waiting ? <Waiting {...props} /> : null}>
        <Code {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
