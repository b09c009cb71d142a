/** Preformatted text. It scrolls by keyboard; `docs.js` adds a copy button. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <div class="example">
      <pre tabIndex={0} role="group" aria-label={label} data-unsearched>
        <code>{text}</code>
      </pre>
    </div>
  );
}
