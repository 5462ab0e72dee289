import type { Services } from './gateway.ts';
import type { ServiceDependencies } from './http.ts';

/** What each service can be told besides what all of them are made with. */
export type ServiceOptions = Record<never, never>;

/** Makes the services that the gateway hands requests to. */
export async function createServices(
  _dependencies: ServiceDependencies,
  _options: ServiceOptions,
): Promise<Services> {
  return {};
}
