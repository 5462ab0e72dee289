import type { BadgeTone } from '#app/ui/badge.tsx';

type WindowState = 'running' | 'scheduled' | 'ended' | 'off';

/**
 * Returns whether a banner or code is active now, and if not, why. Bounds are ISO times or null; `now` is in
 * epoch ms.
 */
export function windowState(
  { active, from, to }: { active: boolean; from: string | null; to: string | null },
  now = Date.now(),
): WindowState {
  if (!active) return 'off';
  if (to && Date.parse(to) <= now) return 'ended';
  return from && Date.parse(from) > now ? 'scheduled' : 'running';
}

export const stateTones = {
  running: 'success',
  scheduled: 'tint',
  ended: 'neutral',
  off: 'neutral',
} as const satisfies Record<WindowState, BadgeTone>;
