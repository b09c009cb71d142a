// Applies filters as soon as they are chosen. Without this script a button applies them.
let asked = new AbortController();

document.addEventListener('change', ({ target }) => {
  const form = target.closest('.facets');
  if (form && target.name) void showResults(form);
});
document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!form.matches('.facets')) return;
  event.preventDefault();
  if (submitter?.name) void showResults(form, submitter);
  else form.closest('[popover]:popover-open')?.hidePopover();
});
document.addEventListener('input', ({ target }) => {
  if (!target.matches('.facets .find')) return;
  const text = target.value.trim().toLowerCase();
  for (const label of target.closest('fieldset').querySelectorAll('label'))
    label.hidden = !label.textContent.toLowerCase().includes(text);
});
addEventListener('popstate', () => location.reload());

async function showResults(form, submitter) {
  asked.abort();
  asked = new AbortController();
  const address = `/search?${new URLSearchParams(new FormData(form, submitter))}`;
  try {
    const answer = await fetch(address, { headers: { Accept: 'text/html' }, signal: asked.signal });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [found, facets] = ['#found', '.facets'].map((part) => page.querySelector(part));
    if (!found || !facets) return location.assign(address);
    const { name, value } = document.activeElement ?? {};
    const open = new Map([...form.querySelectorAll('details')].map((one) => [titleOf(one), one.open]));
    document.querySelector('#found').replaceWith(found);
    form.replaceChildren(...facets.childNodes);
    for (const one of form.querySelectorAll('details')) one.open = open.get(titleOf(one)) ?? one.open;
    const again = [...form.elements].find(
      (one) => name && one.name === name && (one.type === 'select-one' || one.value === value),
    );
    again?.focus({ preventScroll: true });
    document.title = page.title;
    history.pushState(null, '', address);
  } catch (error) {
    if (error.name !== 'AbortError') location.assign(address);
  }
}

function titleOf(details) {
  return details.querySelector('summary').textContent;
}
