import { testProviderEvents } from './provider-events-runs.ts';

/** Ten thousand steps in all, of three providers. */
testProviderEvents(
  240,
  Array.from({ length: 14 }, (_, index) => 2 + index),
);
