import { testProviderEvents } from './provider-events-runs.ts';

testProviderEvents(100, [1]);
