// Takes webhooks of Factshelf. `npm install standardwebhooks`, then, behind a proxy that has the certificate:
//   WEBHOOK_SECRET=whsec_… PORT=9000 node webhook-receiver.mjs
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// In production, keep these where they outlive the process.
const known = new Set();

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  // The raw bytes: parsing and writing them again may change the signature.
  request.on('end', () => take(request.headers, Buffer.concat(parts).toString('utf8'), response));
});

function take(headers, body, response) {
  let event;
  try {
    event = webhook.verify(body, headers);
  } catch {
    response.writeHead(401).end();
    return;
  }
  if (event.type === 'webhook.challenge') {
    response.end(event.data.challenge);
    return;
  }
  response.writeHead(204).end();
  // The same may come twice, under the same id.
  const id = headers['webhook-id'];
  if (known.has(id)) return;
  known.add(id);
  // For `products.changed`: read /changes on from the cursor that you keep.
  console.log(event.type, id, JSON.stringify(event.data));
}

server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1', () =>
  console.log('listening', server.address().port),
);
