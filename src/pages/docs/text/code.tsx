/** Text as it is. Who uses a keyboard can scroll it; `docs.js` adds a button that copies it. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <div class="example">
      <pre tabIndex={0} role="group" aria-label={label} data-unsearched>
        <code>{text}</code>
      </pre>
    </div>
  );
}
