import { testProviderEvents } from './provider-events-runs.ts';

/** Ten thousand steps over three providers. */
testProviderEvents(
  240,
  Array.from({ length: 14 }, (_, index) => 2 + index),
);
