import type { Logger } from 'pino';
import { z } from 'zod';
import type { LookName } from '../../app/brands/looks/look.ts';
import { presets } from '../../app/brands/presets.ts';
import type { BackendConnection } from '../backend/backend-connection.ts';
import { requireCapability, requireSession, type SessionBackend } from '../backend/session.ts';
import { brandById } from '../brands/brand-registry.ts';
import type { StoredBrands } from '../brands/stored-brands.ts';
import { createEndpoints, type Endpoints, jsonBody, refuseOtherMethods } from '../http/endpoints.ts';
import { HttpError } from '../http/http-error.ts';
import { createStore } from '../tenants.ts';

const looks = presets.map(({ design }) => design.look) as [LookName, ...LookName[]];

const newStoreSchema = z.object({
  id: z.string().max(100),
  name: z.string().trim().min(1).max(80),
  look: z.enum(looks),
  sells: z.enum(['garments', 'goods']),
  requestId: z.uuid(),
});

const removalSchema = z.object({
  store: z.string().max(100),
  /** The store's name, typed by the person. */
  name: z.string().max(200),
  /** A person confirmed that no backup is wanted where none can be made. */
  withoutBackup: z.boolean(),
  requestId: z.uuid(),
});

interface EndpointOptions {
  backend: SessionBackend & Pick<BackendConnection, 'backUp'>;
  brands: Pick<StoredBrands, 'upToDate' | 'invalidateAll'>;
  log: Logger;
}

/**
 * Endpoints for owners of the installation, with a bearer access token (docs/product.md, Making and removing stores):
 * - GET `/stores`: whether a backup can be made before a store is removed
 * - POST `/stores`: makes a closed store
 * - POST `/stores/removal`: removes a closed store after a backup; 409 if none can be made and nobody confirmed that none is wanted
 */
export function storeEndpoints({ backend, brands, log }: EndpointOptions): Endpoints {
  const endpoints = createEndpoints(log);
  const session = requireSession(backend);
  // This process shows the change before it answers; others hear of it from the database.
  const showChange = () => {
    brands.invalidateAll();
    return brands.upToDate();
  };

  endpoints.get('/stores', session, (c) =>
    c.json({ backups: backend.backUp !== undefined }, 200, { 'cache-control': 'private, no-store' }),
  );

  const newStore = jsonBody(newStoreSchema, {
    largest: 4 * 1024,
    message: 'Give the store a name, a short name and a look.',
  });
  endpoints.post('/stores', session, newStore, async (c) => {
    const { requestId, ...store } = c.var.body;
    await createStore(c.var.session.person, store, requestId);
    await showChange();
    return c.json({ id: store.id }, 201);
  });

  const removal = jsonBody(removalSchema, { largest: 4 * 1024, message: 'Name the store.' });
  endpoints.post('/stores/removal', session, removal, async (c) => {
    const { store, name, withoutBackup, requestId } = c.var.body;
    const { person } = c.var.session;
    await requireCapability(c.var.session, store, 'settings.open_store');
    // Before the backup, which takes its time.
    if (name.trim() !== brandById(store)?.name)
      throw new HttpError(409, 'Type the name of the store to remove it.', { details: 'store_name_differs' });
    if (!backend.backUp && !withoutBackup)
      throw new HttpError(
        409,
        'No backup can be made here: set SOUK_BACKUP_DIR, or say that none is wanted.',
        { details: 'no_backup' },
      );
    const backup = await backend.backUp?.('before-store-removal');
    await person
      .rpc('remove_store', { p_tenant_id: store, p_name: name, p_request_id: requestId })
      .throwOnError();
    await showChange();
    return c.json({ backup: backup ?? null });
  });
  return refuseOtherMethods(endpoints);
}
