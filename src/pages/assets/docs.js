// A service without a public address shows the usual one in its examples.
for (const code of document.querySelectorAll('article code'))
  code.innerHTML = code.innerHTML.replaceAll(/(http:\/\/)?127\.0\.0\.1:8080/g, location.origin);

// A button that copies each example. Without this script people select the text.
for (const example of document.querySelectorAll('.example')) {
  const text = example.querySelector('code').textContent;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', () => void copy(button, text));
  example.append(button);
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied';
  }
}
