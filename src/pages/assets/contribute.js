// Suggests categories as options of the field's list. Without this script people type the name.
const field = document.querySelector('#field-category');
const list = document.querySelector('#categories');
let asked = new AbortController();

field?.addEventListener('input', () => void suggestCategory());

async function suggestCategory() {
  asked.abort();
  asked = new AbortController();
  const typed = field.value.trim();
  if (typed === '') return list.replaceChildren();
  const lang = document.documentElement.lang;
  try {
    const answer = await fetch(
      `/api/v1/suggest?${new URLSearchParams({ q: typed, types: 'category', lang })}`,
      { signal: asked.signal },
    );
    if (!answer.ok) return;
    const { items } = await answer.json();
    list.replaceChildren(...items.map(({ text }) => new Option(text, text)));
  } catch {
    // The next key press tries again.
  }
}
