import { createAuth } from './auth/auth.ts';
import type { AuthOptions } from './auth/options.ts';
import type { Services } from './gateway.ts';
import type { ServiceDependencies } from './http.ts';
import { createRealtime, type RealtimeOptions } from './realtime/realtime.ts';
import { createRest, type RestOptions } from './rest/rest.ts';
import { createStorage, type StorageOptions } from './storage/storage.ts';

/** What each service can be told besides what all of them are made with. */
export interface ServiceOptions {
  auth?: AuthOptions | undefined;
  rest?: RestOptions | undefined;
  storage?: StorageOptions | undefined;
  realtime?: RealtimeOptions | undefined;
}

/** Makes the services that the gateway hands requests to. */
export async function createServices(
  dependencies: ServiceDependencies,
  options: ServiceOptions,
): Promise<Services> {
  return {
    auth: createAuth(dependencies, options.auth),
    rest: await createRest(dependencies, options.rest),
    storage: await createStorage(dependencies, options.storage),
    realtime: await createRealtime(dependencies, options.realtime),
  };
}
