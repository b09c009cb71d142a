// Suggestions for the search field: the combobox of WAI-ARIA. The field also searches without this script.
const TYPES = ['product', 'brand', 'category'];
const WAIT_MS = 120;
const [input, list, announced] = ['top-search', 'suggestions', 'suggested'].map((id) =>
  document.getElementById(id),
);
const words = input?.dataset;
let options = [];
let asked = new AbortController();
let timer;
let chosen;

if (input) {
  input.role = 'combobox';
  input.setAttribute('aria-controls', list.id);
  showList(false);
  input.addEventListener('focus', () => document.querySelector('.menu')?.removeAttribute('open'));
  input.addEventListener('input', () => {
    stop();
    choose(-1);
    timer = setTimeout(() => void suggest(), WAIT_MS);
  });
  input.addEventListener('keydown', press);
  input.addEventListener('blur', () => {
    stop();
    showList(false);
  });
  // Keeps the focus in the field, because a blur would close the list before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
}

function stop() {
  clearTimeout(timer);
  asked.abort();
}

async function suggest() {
  const { signal } = (asked = new AbortController());
  const q = input.value.trim();
  if (q === '') return fill([]);
  const query = new URLSearchParams({ q, lang: document.documentElement.lang });
  try {
    const answer = await fetch(`/api/v1/suggest?${query}`, { signal });
    const { items } = answer.ok ? await answer.json() : { items: [] };
    if (signal.aborted) return;
    fill(items);
    announced.textContent = items.length ? words.found.replace('#', items.length) : words.none;
  } catch {
    // The next key press tries again.
  }
}

function fill(items) {
  announced.textContent = '';
  options = [];
  list.replaceChildren();
  for (const type of TYPES) {
    const own = items.filter((item) => item.type === type).map(buildOption);
    if (own.length === 0) continue;
    const group = make('div', { role: 'group', ariaLabel: words[type] });
    group.append(make('div', { textContent: words[type], ariaHidden: 'true' }), ...own);
    list.append(group);
    options.push(...own);
  }
  options.forEach((option, at) => (option.id = `suggestion-${at}`));
  showList(options.length > 0);
}

function buildOption({ type, text, name = text, highlights, thumbnail, ...item }) {
  const path = item.id ? (item.gtin ?? `id/${item.id}`) : encodeURIComponent(item.slug ?? item.code);
  const option = make('a', { role: 'option', href: `/${type}/${path}`, tabIndex: -1 });
  if (thumbnail) option.append(make('img', { src: showPicture(thumbnail), alt: '' }));
  else if (item.id) option.append(make('i'));
  const shown = make('span', { dir: 'auto' });
  shown.append(...(name === text ? mark(text, highlights) : [name]));
  option.append(shown, ' ', make('small', { textContent: item.count ?? item.brand ?? '' }));
  return option;
}

/** Every picture comes from this service, which also serves those of other hosts. */
function showPicture(address) {
  const { host, pathname } = new URL(address, location.href);
  return /^images\.open\w+facts\.org$/.test(host) ? `/pictures/from/${host}${pathname}` : pathname;
}

function mark(text, highlights) {
  let at = 0;
  const parts = highlights.flatMap(([start, end]) => {
    const before = text.slice(at, start);
    at = end;
    return [before, make('mark', { textContent: text.slice(start, end) })];
  });
  return [...parts, text.slice(at)];
}

function press(event) {
  const { key } = event;
  const count = options.length;
  const isOpen = !list.hidden;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (event.isComposing || count === 0) return;
  if (step) {
    if (!isOpen) showList(true);
    // Beyond either end, the field itself is selected.
    choose(((chosen + step + count + 2) % (count + 1)) - 1);
  } else if (!isOpen) return;
  else if (key === 'Escape') showList(false);
  else if (chosen < 0) return;
  else if (key === 'Enter') options[chosen].click();
  else if (key === 'Home') choose(0);
  else if (key === 'End') choose(count - 1);
  else return;
  event.preventDefault();
}

function choose(at) {
  chosen = at;
  options.forEach((option, own) => (option.ariaSelected = own === at));
  input.setAttribute('aria-activedescendant', options[at]?.id ?? '');
  options[at]?.scrollIntoView({ block: 'nearest' });
}

function showList(isShown) {
  list.hidden = !isShown;
  input.ariaExpanded = isShown;
  choose(-1);
}

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
