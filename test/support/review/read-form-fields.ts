/** Returns the fields that a browser would send of the filled-in form on this page. */
export function readFields(html: string): URLSearchParams {
  const fields = new URLSearchParams();
  const [, form = ''] = /<form method="post"[^>]*>(.*?)<\/form>/s.exec(html) ?? [];
  const unescape = (text = '') =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const [, name] = / name="([^"]*)"/.exec(tag) ?? [];
    const isTicked = !tag.includes('type="checkbox"') || / checked/.test(tag);
    if (name !== undefined && isTicked) fields.append(name, unescape(/ value="([^"]*)"/.exec(tag)?.[1]));
  }
  for (const [, name = '', text = ''] of form.matchAll(
    /<textarea[^>]* name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs,
  ))
    fields.append(name, unescape(text).replaceAll('\n', '\r\n'));
  for (const [, name = '', options = ''] of form.matchAll(
    /<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/gs,
  ))
    fields.append(
      name,
      / selected[^>]* value="([^"]*)"| value="([^"]*)" selected/.exec(options)?.slice(1).find(Boolean) ?? '',
    );
  return fields;
}
