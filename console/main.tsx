import '@mantine/core/styles.layer.css';
import './console.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createApiClient } from './api/api-client.ts';
import { createQueryClient } from './api/query-client.ts';
import { createSessionStore } from './api/session-store.ts';
import { createConsoleRouter } from './routes.tsx';
import { readStyleNonce } from './style-nonce.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no root');
const api = createApiClient(createSessionStore());
createRoot(root).render(
  <App api={api} queryClient={createQueryClient()} router={createConsoleRouter()} nonce={readStyleNonce()} />,
);
