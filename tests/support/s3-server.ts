import { type S3Server as Server, startS3Server as start } from 'embedded-supabase/testing';

export interface S3Server extends Server {
  /** Its options as environment variables. */
  environment: Record<string, string>;
}

/** Starts an S3 server with an empty bucket on a free port. */
export async function startS3Server(port = 0): Promise<S3Server> {
  const server = await start(port);
  const { endpoint, bucket, accessKeyId, secretAccessKey } = server.options;
  const environment = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  return { ...server, environment };
}
