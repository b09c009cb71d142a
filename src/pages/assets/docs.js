// Without a public address, examples have a default address: replace it with that of this page.
for (const code of document.querySelectorAll('article code'))
  if (code.textContent.includes('127.0.0.1:8080'))
    code.innerHTML = code.innerHTML.replaceAll(/(http:\/\/)?127\.0\.0\.1:8080/g, location.origin);

// A copy button for each example. Without this script people select the text.
for (const example of document.querySelectorAll('.example')) {
  const text = example.querySelector('code').textContent;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', () => void copyText(button, text));
  example.append(button);
}

async function copyText(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied';
  }
}

// A chosen language applies to all examples, and to the next page.
const LANGUAGE = 'docs-language';
const choices = document.querySelectorAll('.languages input');
const choose = (language) => {
  for (const choice of choices) if (choice.value === language) choice.checked = true;
};
for (const choice of choices)
  choice.addEventListener('change', () => {
    const { top } = choice.getBoundingClientRect();
    choose(choice.value);
    localStorage.setItem(LANGUAGE, choice.value);
    // Examples above have changed their height: keep the clicked one in place.
    scrollBy(0, choice.getBoundingClientRect().top - top);
  });
choose(localStorage.getItem(LANGUAGE));
