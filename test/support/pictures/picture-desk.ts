import type { Product } from '../../../src/catalog/products/product-contract.ts';
import type { Approval, SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { createFolderStorage } from '../../../src/review/pictures/storage/folder-storage.ts';
import { expect } from 'vitest';
import { gtinOf } from '../imports/export-file.ts';
import { createAdminCaller } from '../callers/test-admin.ts';
import { createTestApi } from '../test-api.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { signInTestOperator } from '../callers/test-operator.ts';
import { createPictureRoot, download, drawJpeg, submitProduct, sentPicture } from './test-pictures.ts';

export const PUBLIC_URL = 'https://facts.example.com';
export type PictureDesk = Awaited<ReturnType<typeof openPictureDesk>>;

/** An application that accepts pictures, with a reviewer and an editor. */
export async function openPictureDesk() {
  const database = await createTestDatabase();
  const kept = createPictureRoot();
  const pictureStorage = createFolderStorage(kept.root);
  const api = createTestApi(database, { pictureStorage, publicUrl: PUBLIC_URL });
  const reviewer = await signInTestOperator(database.db, 'reviewer');
  const asReviewer = createAdminCaller(api, reviewer.headers);
  const asEditor = createAdminCaller(api, (await signInTestOperator(database.db, 'editor')).headers);
  let numbers = 100;
  /** Never the same: of a barcode, or of how a picture looks. */
  const nextNumber = () => (numbers += 1);

  /** A new product with pictures that look like no others. */
  async function submit(pictures = 1, gtin = gtinOf(nextNumber())) {
    const submission = await submitProduct(api, { gtin, name: `Product ${gtin}`, note: `about ${numbers}` });
    const sent: { id: string }[] = [];
    for (let at = 0; at < pictures; at += 1) {
      sent.push(await sentPicture(api, submission, await drawJpeg(nextNumber())));
    }
    return { ...submission, gtin, pictures: sent.map(({ id }) => id) };
  }

  const detail = async (id: string) => (await asReviewer.get(`/submissions/${id}`)).body as SubmissionDetail;
  const findHashes = async (id: string) => (await detail(id)).pictures.map(({ sha256 }) => sha256);
  const product = async (id: string) => (await api.get(`/products/${id}`)).body as Product;
  const picturesOf = async (id: string) => (await product(id)).pictures;
  const sizeOf = (sha256: string, size = 1200) => `/images/${sha256}/${size}.webp`;
  const statusOf = async (address: string) => (await download(api, address)).status;

  async function approve(id: string, body: object = {}): Promise<Approval> {
    const response = await asReviewer.post(`/submissions/${id}/approve`, body);
    expect(response.status, response.text).toBe(200);
    return response.body as Approval;
  }

  async function undo(id: string): Promise<void> {
    const response = await asReviewer.post(`/submissions/${id}/undo`, {});
    expect(response.status, response.text).toBe(200);
  }

  return {
    database,
    api,
    kept,
    pictureStorage,
    reviewer,
    asReviewer,
    asEditor,
    nextNumber,
    submit,
    detail,
    findHashes,
    product,
    picturesOf,
    sizeOf,
    statusOf,
    approve,
    undo,
    async close() {
      kept.remove();
      await database.drop();
    },
  };
}
