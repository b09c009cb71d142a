import type { Page } from 'playwright-core';

/** A call of `/api/admin` by the operator who is signed in on the page. Returns what it answers; throws when it is refused. */
export async function callAs<Answer = Record<string, unknown>>(
  page: Page,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<Answer> {
  const sent = JSON.stringify({ method, path, body });
  const { status, answer } = await page.evaluate<{ status: number; answer: unknown }>(`(async () => {
    const { method, path, body } = ${sent};
    const { csrf_token } = await (await fetch('/api/admin/me')).json();
    const response = await fetch('/api/admin' + path, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': csrf_token },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, answer: await response.json() };
  })()`);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer as Answer;
}
