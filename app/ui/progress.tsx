type ProgressProps = { value: number; max?: number; label: string };

/** A named progress bar. */
export function Progress({ value, max = 100, label }: ProgressProps) {
  const share = Math.max(0, Math.min(1, max > 0 ? value / max : 1));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, value)}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className="h-full origin-left bg-focus transition-transform rtl:origin-right"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
