import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { PICTURE_SIZES, type PictureSize } from '../../../catalog/pictures/picture-address.ts';
import { isPictureName, type PictureStorage } from './picture-storage.ts';

interface S3Settings {
  bucket: string;
  region: string;
  /** URL of an S3-compatible server; undefined: Amazon S3 in the region. */
  endpoint?: string | undefined;
  /** Undefined: take credentials from the environment, such as the role of a machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
}

const CONNECT_MS = 2_000;
/** Per attempt; each call makes at most two. */
const CALL_MS = 5_000;
const PREFIX = 'images/';

/** Stores objects `images/<sha256>/<size>.webp` in a bucket. It need not be public, because the API serves them. */
export function createS3Storage({ bucket, region, endpoint, credentials }: S3Settings): PictureStorage {
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials ? { credentials } : {}),
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: CALL_MS,
      throwOnRequestTimeout: true,
    },
    // Some S3-compatible servers do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const keyOf = (sha256: string, size: PictureSize) => `${PREFIX}${sha256}/${size}.webp`;
  return {
    async save(sha256, renditions) {
      // The full size is stored last, so that a picture with it has all sizes.
      for (const size of PICTURE_SIZES) {
        await client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: keyOf(sha256, size),
            Body: renditions[size],
            ContentType: 'image/webp',
          }),
        );
      }
    },

    async read(sha256, size) {
      try {
        const { Body: body } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: keyOf(sha256, size) }),
        );
        return body && Buffer.from(await body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async remove(sha256) {
      const objects = PICTURE_SIZES.map((size) => ({ Key: keyOf(sha256, size) }));
      const { Errors: errors = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects } }),
      );
      const [failed] = errors;
      if (failed) throw new Error(`${failed.Key} was not deleted: ${failed.Code}`);
    },

    async *list() {
      let after: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: PREFIX, ContinuationToken: after }),
        );
        for (const { Key: key = '', LastModified: savedAt } of page.Contents ?? []) {
          const [sha256 = ''] = key.slice(PREFIX.length).split('/');
          if (savedAt && isPictureName(sha256)) yield { sha256, savedAt };
        }
        after = page.NextContinuationToken;
      } while (after !== undefined);
    },
  };
}
