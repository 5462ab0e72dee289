/** A meeple. Decorative. */
export function Meeple({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className={className}>
      <path
        fill="currentColor"
        d="M50 3c11 0 18 8 18 18 0 4-1 7-3 10 13 4 32 12 32 22 0 6-5 8-11 8-6 0-14-2-18-2 2 10 16 24 16 32 0 4-3 5-7 5H60c-3 0-4-2-5-5-1-6-3-10-5-10s-4 4-5 10c-1 3-2 5-5 5H23c-4 0-7-1-7-5 0-8 14-22 16-32-4 0-12 2-18 2-6 0-11-2-11-8 0-10 19-18 32-22-2-3-3-6-3-10C32 11 39 3 50 3z"
      />
    </svg>
  );
}
