// Copy buttons. Without this script they stay hidden, and people select the text.
for (const button of document.querySelectorAll('[data-copies]')) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener('click', () => void copy(button));
}

async function copy(button) {
  await navigator.clipboard.writeText(document.querySelector(button.dataset.copies).textContent);
  button.nextElementSibling.textContent = button.dataset.copied;
}
