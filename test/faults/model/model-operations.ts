import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { barcodes, brands, products } from '../../../src/platform/db/schema/catalogue.ts';
import { foldText } from '../../../src/platform/text/fold-text.ts';
import { insertBarcode, insertProduct } from '../../support/catalogue/catalogue.ts';
import { FAULTS, type Fault, type Lane } from './model-lane.ts';
import { pause } from '../scenario.ts';

/** What the index should hold, kept by nothing but a map. */
export interface Model {
  products: Map<string, { name: string; brand: string; isActive: boolean; gtin: string | null }>;
  brandNames: string[];
  nextGtin: number;
}

type Operation = fc.AsyncCommand<Model, Lane>;

const pick = (model: Model, n: number) => {
  const ids = [...model.products.keys()].sort();
  return ids[n % Math.max(1, ids.length)];
};

/** One change of the catalogue, done to the database and to the map alike. */
function operation(
  name: string,
  run: (model: Model, lane: Lane) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Operation {
  return { check, run, toString: () => name };
}

const hasProducts = (model: Model) => model.products.size > 0;
let serial = 0;

const operations = {
  insert: (brand: number) =>
    operation(`insert(${brand})`, async (model, { database }) => {
      const name = `Model ${++serial}`;
      const brandName = model.brandNames[brand] as string;
      const id = await insertProduct(database.db, { id: uuidv7(), name, brand: brandName });
      model.products.set(id, { name, brand: brandName, isActive: true, gtin: null });
    }),
  rename: (n: number) =>
    operation(
      `rename(${n})`,
      async (model, { database }) => {
        const id = pick(model, n) as string;
        const name = `Model ${++serial}`;
        await database.db
          .update(products)
          .set({ name, searchName: foldText(name) })
          .where(eq(products.id, id));
        model.products.set(id, { ...model.products.get(id)!, name });
      },
      hasProducts,
    ),
  archive: (n: number) =>
    operation(
      `archive or bring back(${n})`,
      async (model, { database }) => {
        const id = pick(model, n) as string;
        const known = model.products.get(id)!;
        await database.db
          .update(products)
          .set({ status: known.isActive ? 'archived' : 'active' })
          .where(eq(products.id, id));
        model.products.set(id, { ...known, isActive: !known.isActive });
      },
      hasProducts,
    ),
  remove: (n: number) =>
    operation(
      `delete(${n})`,
      async (model, { database }) => {
        const id = pick(model, n) as string;
        await database.db.delete(products).where(eq(products.id, id));
        model.products.delete(id);
      },
      hasProducts,
    ),
  barcode: (n: number) =>
    operation(
      `barcode(${n})`,
      async (model, { database }) => {
        const id = pick(model, n) as string;
        const known = model.products.get(id)!;
        if (known.gtin !== null) {
          await database.db.delete(barcodes).where(eq(barcodes.productId, id));
          model.products.set(id, { ...known, gtin: null });
          return;
        }
        const gtin = buildGtin(model.nextGtin++);
        await insertBarcode(database.db, id, gtin, true);
        model.products.set(id, { ...known, gtin });
      },
      hasProducts,
    ),
  renameBrand: (brand: number) =>
    operation(`rename brand(${brand})`, async (model, { database, brandIds }) => {
      const from = model.brandNames[brand] as string;
      const to = `${from} ${++serial}`;
      await database.db
        .update(brands)
        .set({ name: to, brandKey: foldText(to) })
        .where(eq(brands.id, brandIds[brand]!));
      model.brandNames[brand] = to;
      for (const [id, known] of model.products) {
        if (known.brand === from) model.products.set(id, { ...known, brand: to });
      }
    }),
  fault: (fault: Fault) =>
    operation(fault, async (_, lane) => {
      await lane.act(fault);
    }),
  pause: (ms: number) => operation(`pause(${ms})`, () => pause(ms)),
};

const buildGtin = (n: number) => {
  const body = String(400_000_000_000 + n);
  const sum = Array.from(body).reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return body + String((10 - (sum % 10)) % 10);
};

/** Every change and every fault, changes of products more often. */
export const arbitraries = [
  fc.integer({ min: 0, max: 1 }).map(operations.insert),
  fc.integer({ min: 0, max: 1 }).map(operations.insert),
  fc.nat(50).map(operations.rename),
  fc.nat(50).map(operations.rename),
  fc.nat(50).map(operations.archive),
  fc.nat(50).map(operations.remove),
  fc.nat(50).map(operations.barcode),
  fc.integer({ min: 0, max: 1 }).map(operations.renameBrand),
  fc.constantFrom(...FAULTS).map(operations.fault),
  fc.integer({ min: 0, max: 300 }).map(operations.pause),
];
