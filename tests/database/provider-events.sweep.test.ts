import { testProviderEvents } from './provider-events-runs.ts';

/** Ten thousand steps in all, of three providers. */
testProviderEvents(
  120,
  Array.from({ length: 28 }, (_, index) => 2 + index),
);
