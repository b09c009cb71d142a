import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createImportCatalogue,
  oatBiscuits,
  type ImportCatalogue,
} from '../../support/imports/import-catalogue.ts';

let catalogue: ImportCatalogue;
beforeAll(async () => {
  catalogue = await createImportCatalogue();
});
afterAll(() => catalogue.remove());

it('an import that fails leaves the time of the last one as it was', async () => {
  await catalogue.query(`
    CREATE FUNCTION refuse_product() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'refused'; END $$;
    CREATE TRIGGER refuse_product BEFORE INSERT ON products FOR EACH ROW EXECUTE FUNCTION refuse_product()`);
  const path = await catalogue.exports.writeJsonLines('refused.jsonl', [oatBiscuits]);
  const importedAt = async () =>
    (await catalogue.query(`SELECT last_imported_at FROM sources WHERE code = 'open_food_facts'`))[0];
  const before = await importedAt();
  await expect(catalogue.run(path)).rejects.toThrow('refused');
  expect(await importedAt()).toEqual(before);
  await catalogue.query('DROP TRIGGER refuse_product ON products');
  await catalogue.run(path);
  expect(await importedAt()).not.toEqual(before);
});
