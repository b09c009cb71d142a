// Suggestions for the search field, as options of its list. Without this script the field searches all the same.
const field = document.querySelector('#top-search');
const list = document.querySelector('#suggestions');
let asked = new AbortController();

field?.addEventListener('input', () => void suggest());

async function suggest() {
  asked.abort();
  asked = new AbortController();
  const typed = field.value.trim();
  if (typed === '') return list.replaceChildren();
  try {
    const answer = await fetch(`/api/v1/suggest?${new URLSearchParams({ q: typed, size: '8' })}`, {
      signal: asked.signal,
    });
    if (!answer.ok) return;
    const { items } = await answer.json();
    const names = [...new Set(items.map((item) => item.text))];
    list.replaceChildren(...names.map((name) => new Option(name, name)));
  } catch {
    // The next letter asks again.
  }
}
