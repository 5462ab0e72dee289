/**
 * How often a random sequence or a race runs: `few` times in `npm test`, enough to prove that the rule exists, and
 * `all` times in the full run.
 */
export const runs = (all: number, few: number): number => (process.env.SOUK_TESTS === 'all' ? all : few);
