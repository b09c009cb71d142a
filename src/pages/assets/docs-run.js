// Sends a request of the docs to this service, and shows the answer.
const KEY = 'api-key';
const TIMEOUT_MS = 30_000;
const MOST_CHARACTERS = 100_000;
const HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Quota-Limit',
  'X-Quota-Remaining',
  'X-Quota-Cost',
  'Retry-After',
  'X-Request-Id',
];

const keyFields = document.querySelectorAll('[data-key]');
for (const field of keyFields) {
  field.value = sessionStorage.getItem(KEY) ?? '';
  field.addEventListener('change', () => {
    const key = field.value.trim();
    if (key === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, key);
    for (const other of keyFields) other.value = key;
  });
}

for (const run of document.querySelectorAll('.run')) {
  run.hidden = false;
  const form = run.querySelector('form');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, run.querySelector('.run-answer'));
  });
}

async function send(form, place) {
  const button = form.querySelector('button');
  button.disabled = true;
  place.hidden = false;
  const started = performance.now();
  try {
    const response = await fetch(...writeRequest(form));
    const text = await response.text();
    const took = Math.round(performance.now() - started);
    const headers = HEADERS.filter((name) => response.headers.has(name));
    showAnswer(place, {
      summary: `${response.status} ${response.statusText} · ${took} ms · ${new Blob([text]).size.toLocaleString('en')} bytes`,
      headers: headers.map((name) => [name, response.headers.get(name)]),
      text: cut(format(text)),
      isError: !response.ok,
    });
  } catch (error) {
    showAnswer(place, { summary: `No answer: ${error.message}`, headers: [], text: '', isError: true });
  }
  button.disabled = false;
}

function writeRequest(form) {
  const { method, path } = form.dataset;
  const query = new URLSearchParams();
  let address = path;
  for (const { name, value, dataset } of form.querySelectorAll('[data-in]')) {
    if (dataset.in === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value.trim()));
    else if (value !== '') query.append(name, value);
  }
  const headers = { Accept: 'application/json' };
  const key = form.querySelector('[data-key]').value.trim();
  if (key !== '') headers['X-API-Key'] = key;
  const body = form.querySelector('[data-body]')?.value;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const url = `${address}${query.size > 0 ? `?${query}` : ''}`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return [url, { method, headers, body, signal, cache: 'no-store', credentials: 'omit' }];
}

function showAnswer(place, { summary, headers, text, isError }) {
  place.classList.toggle('failed', isError);
  place.querySelector('[role=status]').textContent = summary;
  const rows = headers.flatMap(([name, value]) => [create('dt', name), create('dd', value)]);
  place.querySelector('dl').replaceChildren(...rows);
  const answer = place.querySelector('pre');
  answer.textContent = text;
  answer.hidden = text === '';
}

function create(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function format(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function cut(text) {
  if (text.length <= MOST_CHARACTERS) return text;
  const rest = text.length - MOST_CHARACTERS;
  return `${text.slice(0, MOST_CHARACTERS)}\n… ${rest.toLocaleString('en')} more characters`;
}
