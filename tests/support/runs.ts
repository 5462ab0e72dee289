/**
 * How often a random sequence or a race runs: `few` times in `npm test`, which shows that the rule is asked for at all, and
 * `all` times where every test runs.
 */
export const runs = (all: number, few: number): number => (process.env.SOUK_TESTS === 'all' ? all : few);
