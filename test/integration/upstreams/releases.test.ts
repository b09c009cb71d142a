import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTable, NUTRIENTS, writeUsdaArchive } from '../../support/imports/usda-archive.ts';
import { openUpstreamDesk, type UpstreamDesk } from '../../support/upstreams/upstream-desk.ts';

let desk: UpstreamDesk;
beforeAll(async () => {
  desk = await openUpstreamDesk('usda', 'download-datasets');
});
afterAll(() => desk.remove());

async function publish(date: string, description: string): Promise<string> {
  const name = `FoodData_Central_branded_food_csv_${date}.zip`;
  const file = await writeUsdaArchive(path.join(desk.catalogue.exports.path, name), {
    'branded_food.csv': buildTable('branded_food.csv', [
      { fdc_id: 1, gtin_upc: '00012345678905', brand_owner: 'Harbour', modified_date: date },
    ]),
    'food.csv': buildTable('food.csv', [
      { fdc_id: 1, data_type: 'branded_food', description, publication_date: date },
    ]),
    'nutrient.csv': NUTRIENTS,
    'food_nutrient.csv': buildTable('food_nutrient.csv', [{ fdc_id: 1, nutrient_id: 1003, amount: 7 }]),
  });
  desk.server.files.set(`fdc-datasets/${name}`, await readFile(file));
  return name;
}
const showPage = (...names: string[]) =>
  desk.server.files.set('download-datasets', (_request, response) => {
    const links = names.map((name) => `<li><a href="/data/fdc-datasets/${name}">${name}</a></li>`).join('');
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><ul>${links}</ul></html>`);
  });
const nameOf = async () => (await desk.catalogue.findProduct('012345678905'))?.['name'];

it('each new release of FoodData Central is imported once', async () => {
  const april = await publish('2026-04-30', 'Oat Biscuits');
  const december = await publish('2025-12-18', 'Old Biscuits');
  showPage(december, april);
  expect(await desk.run()).toEqual([]);
  expect(await nameOf()).toBe('Oat Biscuits');
  await desk.run();
  expect((await desk.runs()).map(({ file, state }) => [file, state])).toEqual([[april, 'done']]);
  expect(await desk.state()).toMatchObject({ release: april, error: null });

  const october = await publish('2026-10-29', 'Oat Biscuits, New');
  showPage(december, april, october);
  await desk.run();
  expect(await nameOf()).toBe('Oat Biscuits, New');
});

it('a page without releases, and a damaged archive, change nothing', async () => {
  const before = await nameOf();
  showPage();
  expect(await desk.run()).toEqual(['usda']);
  const name = await publish('2026-11-20', 'Never');
  const file = desk.server.files.get(`fdc-datasets/${name}`);
  if (!(file instanceof Buffer)) throw new Error('no archive');
  desk.server.files.set(`fdc-datasets/${name}`, file.subarray(0, file.length - 40));
  showPage(name);
  expect(await desk.run()).toEqual(['usda']);
  expect((await desk.state()).error).toContain('The ZIP archive is damaged');
  expect(await nameOf()).toBe(before);
});
