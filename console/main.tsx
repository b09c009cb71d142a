import '@mantine/core/styles.layer.css';
import './console.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createApiClient } from './api/api-client.ts';
import { createQueryClient } from './api/query-client.ts';
import { createSessionStore } from './api/session-store.ts';
import { createConsoleRouter } from './routes.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no root');
const api = createApiClient(createSessionStore());
createRoot(root).render(
  <App api={api} queryClient={createQueryClient()} router={createConsoleRouter()} nonce={readStyleNonce()} />,
);

/**
 * Returns the nonce that the page's policy demands for styles. Mantine receives it; the scroll lock of its dialogs
 * reads it under the name that bundlers use.
 */
function readStyleNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}
