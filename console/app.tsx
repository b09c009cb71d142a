import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ApiClient } from './api/api-client.ts';
import { ApiProvider } from './api/api-context.ts';
import type { ConsoleRouter } from './routes.tsx';
import { SessionGate } from './session/session-gate.tsx';
import { resolveVariables, theme } from './theme.ts';

/** The whole console: the providers that every page needs, the session gate, and the router. */
export function App({
  api,
  queryClient,
  router,
  nonce,
}: {
  api: ApiClient;
  queryClient: QueryClient;
  router: ConsoleRouter;
  nonce: string | undefined;
}) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      {...(nonce ? { getStyleNonce: () => nonce } : {})}
    >
      <QueryClientProvider client={queryClient}>
        <ApiProvider value={api}>
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        </ApiProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
