import type { ComponentChildren } from 'preact';
import type { Page } from '../page.ts';

/** Returns a page of accounts, which may show a secret. `above` comes before its heading. */
export function buildAccountPage(
  title: string,
  status: number,
  body: ComponentChildren,
  above?: ComponentChildren,
): Page {
  return {
    title,
    isSecret: true,
    styles: ['account.css'],
    scripts: ['copy.js'],
    status,
    body: (
      <>
        {above}
        <h1>{title}</h1>
        {body}
      </>
    ),
  };
}
