export { newAddress, PASSWORD, signedUpAt } from './auth-people.ts';
export { childrenOf, isAlive, processesWith, transcript, until } from './processes.ts';
export { type S3Server, startS3Server } from './s3-server.ts';
export { type OpenIdPerson, type StubOpenId, startStubOpenId } from './stub-openid.ts';
export { type StubSmtp, startStubSmtp } from './stub-smtp.ts';
export { EMBEDDED, serveTestBackend, type TestBackend } from './test-backend.ts';
export {
  AUTHENTICATOR_PASSWORD,
  cloneDatabase,
  startTestServer,
  type TestDatabase,
  type TestTemplates,
  testServerOfRun,
} from './test-server.ts';
