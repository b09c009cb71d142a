import type { Server } from 'node:http';
import { createRequire } from 'node:module';

/** The package comes without types. */
interface S3rver {
  httpServer: Server;
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver;

/** It knows this one account. */
export const S3_CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export interface S3Server {
  endpoint: string;
  /** `Authorization` of every request. */
  signatures: string[];
  close(): Promise<void>;
}

/** Starts an S3 server on this machine that keeps one bucket as files of a folder. */
export async function startS3Server(directory: string, bucket: string): Promise<S3Server> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const signatures: string[] = [];
  server.httpServer.on('request', ({ headers }) => void signatures.push(headers.authorization ?? ''));
  return { endpoint: `http://127.0.0.1:${port}`, signatures, close: async () => await server.close() };
}
