import path from 'node:path';
import type { Config } from '../../../platform/config.ts';
import { createFolderStorage } from './folder-storage.ts';
import type { PictureStorage } from './picture-storage.ts';

/** Returns the folder of pictures, by default below `DATA_DIR`. */
export function findImageRoot(config: Pick<Config, 'DATA_DIR' | 'IMAGE_DIR'>): string {
  return path.resolve(config.IMAGE_DIR ?? path.join(config.DATA_DIR, 'images'));
}

/** Returns the configured storage, or undefined if there is none; then no pictures are accepted. */
export async function openPictureStorage(config: Config): Promise<PictureStorage | undefined> {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = config;
  if (bucket !== undefined) {
    const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
    // Imported on demand, because the S3 client is large.
    const { createS3Storage } = await import('./s3-storage.ts');
    return createS3Storage({
      bucket,
      endpoint,
      region,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    });
  }
  return config.IMAGE_DIR === undefined ? undefined : createFolderStorage(findImageRoot(config));
}
