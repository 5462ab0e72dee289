import { runs } from '../support/runs.ts';
import { testProviderEvents } from './provider-events-runs.ts';

testProviderEvents(runs(100, 25), [1]);
