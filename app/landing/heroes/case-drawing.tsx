import { useId } from 'react';

type CaseFinish = 'clear' | 'black' | 'accent';

const paints: Record<CaseFinish, { body: string; edge: string; line: string; glass: string }> = {
  clear: { body: '#6f8fb5', edge: '#ffffff', line: '#ffffff', glass: '#5d7ca2' },
  black: { body: '#1a1b1d', edge: '#000000', line: '#3a3c40', glass: '#0b0c0d' },
  accent: { body: 'var(--brand)', edge: '#00000055', line: '#00000030', glass: '#1a1b1d' },
};

const ribs = Array.from({ length: 22 }, (_, rib) => `M34 ${352 + rib * 20}H376`).join('');

/** A phone in its case from behind. Decorative. */
export function CaseDrawing({ finish, className }: { finish: CaseFinish; className?: string }) {
  const id = useId();
  const { body, edge, line, glass } = paints[finish];
  const lens = (cx: number, cy: number) => (
    <g key={`${cx} ${cy}`}>
      <circle cx={cx} cy={cy} r="31" fill="#0a0a0b" />
      <circle cx={cx} cy={cy} r="24" fill="#191b1f" stroke="#3b3e44" strokeWidth="3" />
      <circle cx={cx} cy={cy} r="11" fill="#0b1220" />
      <circle cx={cx - 7} cy={cy - 8} r="4.5" fill="#8fa3c7" opacity=".8" />
    </g>
  );
  return (
    <svg viewBox="-30 -20 470 900" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id={`${id}-sheen`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity={finish === 'clear' ? 0.5 : 0.28} />
          <stop offset=".35" stopColor="#fff" stopOpacity="0.04" />
          <stop offset=".62" stopColor="#000" stopOpacity="0" />
          <stop offset="1" stopColor="#000" stopOpacity=".22" />
        </linearGradient>
        <radialGradient id={`${id}-shadow`}>
          <stop offset="0" stopColor="#000" stopOpacity=".34" />
          <stop offset="1" stopColor="#000" stopOpacity="0" />
        </radialGradient>
      </defs>
      <ellipse cx="205" cy="838" rx="225" ry="34" fill={`url(#${id}-shadow)`} />
      <rect x="-5" y="180" width="10" height="62" rx="5" fill={edge} />
      <rect x="-5" y="262" width="10" height="62" rx="5" fill={edge} />
      <rect x="405" y="224" width="10" height="98" rx="5" fill={edge} />
      {finish === 'clear' ? (
        <>
          {/* The phone shows through, and the background shows through the edge. */}
          <rect x="20" y="20" width="370" height="790" rx="50" fill={body} />
          <rect x="2" y="2" width="406" height="826" rx="66" fill={edge} opacity=".3" />
          <g fill="none" stroke={line}>
            <rect x="3" y="3" width="404" height="824" rx="65" stroke="#8d949d" strokeWidth="3" />
            <rect x="18" y="18" width="374" height="794" rx="52" strokeWidth="4" opacity=".8" />
            <circle cx="205" cy="470" r="92" strokeWidth="14" opacity=".75" />
            <path d="M205 586v54" strokeWidth="14" strokeLinecap="round" opacity=".75" />
          </g>
        </>
      ) : (
        <>
          <rect width="410" height="830" rx="68" fill={edge} />
          <rect x="5" y="5" width="400" height="820" rx="63" fill={body} />
        </>
      )}
      {finish === 'black' ? <path d={ribs} stroke={line} strokeWidth="7" /> : null}
      {finish === 'accent' ? (
        <g fontFamily="var(--face-details)" fill="#fff">
          <text x="205" y="560" fontSize="150" fontWeight="600" textAnchor="middle" letterSpacing="-6">
            1.2
          </text>
          <text x="205" y="606" fontSize="26" textAnchor="middle" opacity=".85">
            mm
          </text>
        </g>
      ) : null}
      <rect x="5" y="5" width="400" height="820" rx="63" fill={`url(#${id}-sheen)`} />
      <rect x="30" y="30" width="176" height="186" rx="46" fill={edge} opacity=".55" />
      <rect x="36" y="36" width="164" height="174" rx="41" fill={glass} />
      {lens(80, 82)}
      {lens(80, 164)}
      {lens(156, 123)}
      <circle cx="156" cy="62" r="9" fill="#f2ead2" />
      <circle cx="156" cy="186" r="6" fill="#0a0a0b" />
    </svg>
  );
}
