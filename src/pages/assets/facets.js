// Applies filters as soon as they are chosen. Without this script a button applies them.
let asked = new AbortController();

document.addEventListener('change', (event) => {
  const form = event.target.closest('.facets');
  if (form) void showResults(form);
});
addEventListener('popstate', () => location.reload());

async function showResults(form) {
  asked.abort();
  asked = new AbortController();
  const address = `/search?${new URLSearchParams(new FormData(form))}`;
  try {
    const answer = await fetch(address, { headers: { Accept: 'text/html' }, signal: asked.signal });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const found = page.querySelector('#found');
    if (!found) return location.assign(address);
    const { name, value } = document.activeElement ?? {};
    const open = new Map([...form.querySelectorAll('details')].map((one) => [titleOf(one), one.open]));
    document.querySelector('#found').replaceWith(found);
    form.replaceChildren(...page.querySelector('.facets').childNodes);
    for (const one of form.querySelectorAll('details')) one.open = open.get(titleOf(one)) ?? one.open;
    const again = [...form.elements].find(
      (one) => one.name === name && (one.type !== 'checkbox' || one.value === value),
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
