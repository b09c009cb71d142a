import express from 'express';
import pg from 'pg';

/**
 * What a lookup costs at the least: Express and one prepared join, without key, limits, logs, headers or rules of
 * barcodes. `npm run bench -- reads` sets the API beside it.
 */
const LOOKUP = `
  select p.*, b.name as brand, c.path as category_path, g.gtin14
  from barcodes g
    join products p on p.id = g.product_id
    join categories c on c.id = p.category_id
    left join brands b on b.id = p.brand_id
  where g.gtin14 = lpad($1, 14, '0') and p.status = 'active' and p.merged_into_id is null`;

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = express();
app.get('/readyz', (_request, response) => void response.json({ status: 'ok' }));
app.get('/barcode/:gtin', async (request, response) => {
  const { rows } = await pool.query({ name: 'lookup', text: LOOKUP, values: [request.params.gtin] });
  if (rows[0]) response.json(rows[0]);
  else response.status(404).json({});
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
