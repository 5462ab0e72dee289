import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { closeServer, openFileCache, pathOf, trackInFlight } from 'embedded-supabase';
import type { Logger } from 'pino';
import { defaultLanguage } from '../app/i18n/languages.ts';
import type { Database } from '../app/lib/database.types.ts';
import { mailTransportOf } from './backend/auth-options.ts';
import { backendClient } from './backend/backend-clients.ts';
import { type BackendConnection, connectBackend } from './backend/backend-connection.ts';
import { brandFileEndpoints } from './brand-files/brand-file-endpoints.ts';
import { brandFileReader } from './brands/brand-file-reader.ts';
import { allBrands } from './brands/brand-registry.ts';
import { storedBrands } from './brands/stored-brands.ts';
import { carrierAccounts } from './carriers/carrier-accounts.ts';
import { carrierCallbacks, carrierEndpoints } from './carriers/carrier-endpoints.ts';
import { carrierWork } from './carriers/carrier-work.ts';
import { createCarriers } from './carriers/carriers.ts';
import { type Environment, requireKnownStores, withoutOutgoing } from './environment.ts';
import { answerRequests, type Handler } from './http/answer-requests.ts';
import { serveEndpoints } from './http/endpoints.ts';
import { createHttpServer } from './http/http-server.ts';
import { originReader } from './http/origin.ts';
import { logAnswers, withRequestIds } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { invoiceEndpoint } from './invoices/invoice-endpoint.ts';
import { invoiceFiles } from './invoices/invoice-files.ts';
import { expiredRequests } from './jobs/expired-requests.ts';
import { fileRemovals } from './jobs/file-removals.ts';
import { jobWork } from './jobs/jobs.ts';
import { contactMessages, emailJsOf } from './mail/contact-messages.ts';
import type { MailOptions } from './mail/mail-queue.ts';
import { mailWork } from './mail/mail-work.ts';
import { openingAlertEndpoint } from './mail/opening-alert-endpoint.ts';
import { alertWork, backupsOf } from './operations/alerts.ts';
import { demoRemovalEndpoint } from './operations/demo-removal-endpoint.ts';
import { diskWatch } from './operations/disk.ts';
import { healthChecks } from './operations/health.ts';
import { collectMetrics } from './operations/metrics.ts';
import { operationsStatusReader } from './operations/operations-status.ts';
import { identityProof } from './operations/public-address.ts';
import { messagePreviewEndpoint } from './orders/message-preview-endpoint.ts';
import { orderConfirmationEndpoint } from './orders/order-confirmation-endpoint.ts';
import { unconfirmedOrders } from './orders/unconfirmed-orders.ts';
import { ownerEndpoint } from './owners/owner-endpoint.ts';
import { staffInvitationEndpoint } from './owners/staff-invitation-endpoint.ts';
import { backSoon } from './pages/back-soon.ts';
import { brandPreviewEndpoint } from './pages/brand-preview-endpoint.ts';
import {
  type CatalogueListener,
  listenWithinProcess,
  subscribeToCatalogue,
} from './pages/catalogue-listener.ts';
import { DataCache } from './pages/data-cache.ts';
import { PageCache } from './pages/page-cache.ts';
import { pageRequestKeyReader, routePatternReader } from './pages/page-request-key.ts';
import { pageRenderer, type RenderPage } from './pages/render-page.ts';
import { pageServer } from './pages/serve-page.ts';
import { storeDoors } from './pages/store-doors.ts';
import { builtStorefront, isHotReload, type StorefrontSource } from './pages/storefront-build.ts';
import { payLinkEndpoints } from './payments/pay-link-endpoints.ts';
import { paymentCallbacks, paymentEndpoints } from './payments/payment-endpoints.ts';
import { paymentAccounts } from './payments/payment-providers.ts';
import { paymentReports } from './payments/payment-reports.ts';
import { paymentWork } from './payments/payment-work.ts';
import { payments } from './payments/payments.ts';
import { notificationCallbacks } from './phone-notifications/notification-callbacks.ts';
import { phoneNotificationWork } from './phone-notifications/phone-queue.ts';
import { phoneSenders } from './phone-notifications/phone-senders.ts';
import { staffNotificationHandler } from './phone-notifications/staff-notifications.ts';
import { favicon } from './pictures/favicon.ts';
import { pictureImportEndpoint } from './pictures/picture-import-endpoint.ts';
import { pictureServer } from './pictures/pictures.ts';
import { presetPicture } from './pictures/preset-pictures.ts';
import { sharePictures } from './pictures/share-picture.ts';
import { printEndpoint } from './print-files/print-endpoint.ts';
import { startPrinter } from './print-files/printer.ts';
import { beginsNeutral, markDemoStores, seedDemoStores, seedsDemo } from './seed.ts';
import { setupEndpoints } from './setup/setup-endpoints.ts';
import { storeEndpoints } from './setup/store-endpoints.ts';
import { syncTenants } from './tenants.ts';

export interface RunningServer {
  port: number;
  /** Backend client with the secret key, here and in all options called `admin`. */
  admin: SupabaseClient<Database>;
  backend: BackendConnection;
  /** Staging copy: sends no messages and takes no payments, regardless of the environment. */
  staging: boolean;
  /** Resolves with a message when the store fails permanently, such as when the database dies. */
  failed: Promise<string>;
  /** Finishes requests in flight, then stops everything. */
  close(): Promise<void>;
}

interface Surroundings {
  log: Logger;
  /** Called with slow steps of the first start. */
  onProgress: (text: string) => void;
}

const PROJECT = resolve(import.meta.dirname, '..');
const MEGABYTE = 1024 * 1024;
/** Time limit for the backend while rendering a page, in milliseconds. */
const BACKEND_TIMEOUT = 5_000;
/** Time limit for fetching an original picture, in milliseconds. */
const ORIGINAL_TIMEOUT = 10_000;
/** Disk limit for resized pictures in bytes; the least recently used are evicted. */
const MOST_PICTURE_BYTES = 2048 * 1024 * 1024;

/** Starts the store: backend (unless remote), catalogue listener, pages and port. */
export async function startServer(
  environment: Environment,
  { log, onProgress }: Surroundings,
): Promise<RunningServer> {
  const { SOUK_ORIGIN: ownOrigin, SOUK_TRUSTED_PROXIES: trustedProxies } = environment;
  const { SOUK_STRICT_HOSTS: strictHosts } = environment;
  const origins = originReader({ trustedProxies, ownOrigin, strictHosts });
  const { hostOf, addressOf } = origins;
  const secure = securityHeaders(environment);
  const respondStarting = backSoon({ hostOf, secure, strictHosts });
  const server = createHttpServer(respondStarting);
  const inFlight = trackInFlight(server);
  const port = await listen(server, environment);
  const { SOUK_METRICS_TOKEN: metricsToken } = environment;
  const metrics = metricsToken ? collectMetrics(metricsToken) : undefined;
  const surroundings = { port, projectDir: PROJECT, log, onProgress, onStatement: metrics?.onStatement };
  // In parallel: one waits for the database while the other loads code.
  const connecting = connectBackend(environment, surroundings);
  const opening = openStorefront(environment, server);
  const [backend, source] = await Promise.all([connecting, opening]).catch(async (error: unknown) => {
    const opened = await Promise.allSettled([connecting, opening]);
    for (const one of opened) if (one.status === 'fulfilled') await one.value.close();
    await closeServer(server);
    throw error;
  });
  const { build } = await source.load(defaultLanguage);
  const admin = backendClient(backend, backend.secretKey);
  // Fail fast: the visitor sees an error page and can retry.
  const db = { timeout: BACKEND_TIMEOUT, retry: false };
  const anonymous = backendClient(backend, backend.publishableKey, { db });
  const doors = storeDoors(admin);
  await syncTenants(admin, {
    storageGigabytes: environment.SOUK_STORE_STORAGE_GB,
    areOpen: seedsDemo(environment),
    isNeutral: beginsNeutral(environment),
  });
  const brands = await storedBrands(admin, { log });
  const proofOf = identityProof(backend.secretKey);
  const staging = await isStagingCopy(admin);
  const outgoing = staging ? withoutOutgoing(environment) : environment;
  if (seedsDemo(environment)) {
    const connect = () => backendClient(backend, backend.publishableKey);
    await seedDemoStores({ admin, connect, backend, onProgress });
  }
  await markDemoStores(admin, backend);

  const tenantIds = () => allBrands().map(({ id }) => id);
  requireKnownStores(outgoing, tenantIds());
  const providers = await paymentAccounts(outgoing, tenantIds);
  const paying = payments({ accounts: providers, admin, log });
  const accounts = carrierAccounts(outgoing, {
    tenantIds,
    callbackUrlOf: (code) =>
      outgoing.SOUK_ORIGIN?.startsWith('https:')
        ? `${outgoing.SOUK_ORIGIN}/carriers/${code}/callback`
        : undefined,
  });
  const carriers = createCarriers({ accounts, admin, log });
  const dataCache = new DataCache();
  const cache = new PageCache({
    // Effectively off in development, which renders every page anew.
    maxBytes: source.mode === 'development' ? 1 : environment.SOUK_PAGE_CACHE_MB * MEGABYTE,
    freshFor: 60_000,
    onLookup: metrics?.onPageAsked,
    onRefreshError: (error, key) => log.warn({ err: error, key }, 'a page could not be refreshed'),
  });
  const transport = mailTransportOf(outgoing);
  if (!transport) log.warn('no mail goes out: SMTP_HOST is not set. Messages about orders wait until it is.');
  const timed = metrics?.timed ?? ((render: RenderPage) => render);
  const render = pageRenderer({
    load: source.load,
    mode: source.mode,
    supabase: (preview) =>
      preview ? backendClient(backend, backend.publishableKey, { db, preview }) : anonymous,
    backend: { url: backend.publicUrl, publishableKey: backend.publishableKey },
    mail: emailJsOf(outgoing),
    sendMessage: contactMessages(admin, log),
    onlineOptionsOf: providers.optionsOf,
    ownProvidersOf: providers.ownOf,
    sendsMail: environment.SMTP_HOST !== undefined,
    dataCache,
    brands,
  });
  const pages = pageServer({
    cache,
    address: pageRequestKeyReader({
      build,
      strictHosts,
      ownHost: ownOrigin && new URL(ownOrigin).host,
    }),
    render: timed(render),
    doors,
    addressOf,
    hostOf,
    originOf: origins.canonicalOriginOf,
    addressIn: origins.addressIn,
    onError: (error, request) =>
      log.error({ err: error, path: pathOf(request.url) }, 'a page could not be rendered'),
  });
  const senders = phoneSenders(outgoing);
  const origin = ownOrigin ?? `http://localhost:${port}`;
  const printer = startPrinter();
  const readBrandFile = brandFileReader(admin, join(PROJECT, 'public'));
  const invoices = invoiceFiles({ readBrandFile, log });
  const pictureFiles = await openFileCache(join(environment.SOUK_DATA, 'pictures'), MOST_PICTURE_BYTES);
  const diskTrouble = diskWatch(environment.SOUK_DATA, (trouble) =>
    trouble ? log.error(`the store is not ready: ${trouble}`) : log.info('the disk has room again'),
  );

  const status = operationsStatusReader(admin);
  metrics?.watch({ cache, backend, status });
  logAnswers(server, log);
  metrics?.watchRequests(server, routePatternReader(build));
  server.removeListener('request', respondStarting);
  const shared = { admin, backend, log };
  const endpoints = [
    ...(metrics ? [metrics.endpoints] : []),
    healthChecks({ backend, proofOf, diskTrouble, log }),
    pictureServer({
      fetchOriginal: (bucket, path, method) =>
        bucket === 'brands'
          ? presetPicture(join(PROJECT, 'public/brands'), path, method)
          : backend.fetch(admin.storage.from(bucket).getPublicUrl(path).data.publicUrl, {
              method,
              signal: AbortSignal.timeout(ORIGINAL_TIMEOUT),
            }),
      files: pictureFiles,
      log,
    }),
    sharePictures(readBrandFile, log),
    favicon(log),
    brandFileEndpoints({ ...shared, read: readBrandFile }),
    pictureImportEndpoint(shared),
    openingAlertEndpoint(shared),
    brandPreviewEndpoint({ ...shared, render, doors }),
    notificationCallbacks({
      ...shared,
      environment: outgoing,
      channels: senders.map(({ channel }) => channel),
    }),
    orderConfirmationEndpoint(shared),
    ownerEndpoint({ ...shared, transport, origin }),
    staffInvitationEndpoint({ ...shared, transport, origin }),
    messagePreviewEndpoint({ ...shared, origin }),
    printEndpoint({ ...shared, printer }),
    invoiceEndpoint({ ...shared, files: invoices }),
    demoRemovalEndpoint({ ...shared, environment: outgoing }),
    carrierEndpoints({ ...shared, carriers }),
    carrierCallbacks({ carriers, accounts, log }),
    paymentEndpoints({ ...shared, payments: paying }),
    payLinkEndpoints({ admin, log, payments: paying }),
    paymentCallbacks({ accounts: providers, payments: paying, log }),
    storeEndpoints({ ...shared, brands }),
    setupEndpoints({
      ...shared,
      environment: outgoing,
      accounts: providers,
      transport,
      addresses: { proofOf },
    }),
  ];
  const handlers: Handler[] = [
    (request, response) => {
      secure(response);
      return backend.answers(request.url ?? '') && backend.handle(request, response, addressOf(request));
    },
    serveEndpoints(endpoints, origins),
    ...source.handlers(pages),
  ];
  const logUnhandled = (error: unknown, request: IncomingMessage) =>
    log.error({ err: error, path: pathOf(request.url) }, 'a request could not be answered');
  server.on('request', withRequestIds(answerRequests(handlers, logUnhandled)));
  server.on('upgrade', (request, socket, head) => {
    if (isHotReload(request)) return;
    backend.upgrade(request, socket, head, addressOf(request)).catch((error: unknown) => {
      logUnhandled(error, request);
      socket.destroy();
    });
  });

  const onCatalogue: CatalogueListener = {
    onChange(tags) {
      // Before the pages, which are rendered anew with the changed brand.
      brands.invalidate(tags);
      doors.invalidate(tags);
      dataCache.invalidate(tags);
      cache.invalidate(tags);
    },
    onManyChanges(tenantId) {
      brands.invalidateAll();
      doors.invalidateTenant(tenantId);
      dataCache.invalidateTenant(tenantId);
      cache.invalidateTenant(tenantId);
    },
  };
  const stopListening = backend.listen
    ? listenWithinProcess(backend.listen, onCatalogue)
    : await subscribeToCatalogue(anonymous, onCatalogue);

  const reports = paymentReports({ accounts: providers, payments: paying, admin, log });
  const stopPaymentWork = paymentWork({ admin, payments: paying, reports, log });
  const stopCarrierWork = carrierWork({ admin, carriers: carriers, log });
  const stopJobs = jobWork({
    admin,
    log,
    handlers: { ...fileRemovals(admin), ...unconfirmedOrders(admin, log), ...expiredRequests(admin) },
    recurring: {
      remove_unsent_photos: 3_600,
      cancel_unconfirmed_orders: 30,
      expire_approval_requests: 1_800,
    },
  });
  const { SOUK_ALERT_EMAIL: alertEmail, SOUK_DATA: dataDir } = environment;
  const backups = backupsOf(environment);
  const stopAlerts =
    transport && alertEmail
      ? alertWork({ to: alertEmail, transport, status, dataDir, origin, log, backups })
      : undefined;
  const makePaper: MailOptions['makePaper'] = (id, language) => invoices.make(admin, id, language);
  const stopMails = transport && mailWork({ admin, log, transport, makePaper, origin });
  const stopPhoneNotifications = phoneNotificationWork({ admin, log, senders, origin });
  const staffOptions = { admin, log, transport, senders, origin };
  const stopStaffNotifications =
    transport || senders.length > 0
      ? jobWork({
          admin,
          log,
          handlers: { send_staff_notification: staffNotificationHandler(staffOptions) },
          concurrency: 1,
          hasPauses: true,
        })
      : undefined;

  return {
    port,
    admin,
    backend,
    staging,
    failed: backend.failed,
    async close() {
      const closed = closeServer(server);
      await Promise.all([
        ...[stopPaymentWork(), stopCarrierWork(), stopAlerts?.(), stopJobs()],
        ...[stopPhoneNotifications(), stopStaffNotifications?.()],
      ]);
      // Also closes the mail transport.
      await stopMails?.();
      await stopListening();
      await inFlight.done();
      printer.close();
      // Realtime sockets close with the backend, keep-alive connections with the server.
      await backend.close();
      await source.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function openStorefront({ NODE_ENV }: Environment, server: Server): Promise<StorefrontSource> {
  return NODE_ENV === 'development'
    ? // Production does not load Vite.
      import('./pages/development.ts').then(({ startDevelopment }) => startDevelopment(PROJECT, server))
    : builtStorefront(PROJECT);
}

async function isStagingCopy(admin: SupabaseClient<Database>): Promise<boolean> {
  const { data, error } = await admin.rpc('is_staging_copy');
  if (error) throw new Error(`The database does not say whether it is a staging copy: ${error.message}`);
  return data;
}

function listen(server: Server, { PORT, HOST }: Environment): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isInUse = error.code === 'EADDRINUSE';
      fail(
        isInUse
          ? new Error(`Port ${PORT} is taken. Set PORT to another one, for example PORT=${PORT + 1}.`)
          : error,
      );
    });
    // Without a host Node listens on all addresses including IPv6, which browsers use for *.localhost.
    server.listen({ port: PORT, ...(HOST ? { host: HOST } : {}) }, () =>
      done((server.address() as AddressInfo).port),
    );
  });
}
