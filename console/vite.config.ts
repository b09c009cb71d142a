import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { splitMantineStyles } from './split-mantine-styles.ts';

/** Where `npm run dev` finds the API. */
const API_ORIGIN = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080';

export default defineConfig(({ command }) => {
  // Vite takes NODE_ENV from its caller. With `test` or `development` React is built with its slow checks.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: import.meta.dirname,
    base: '/console/',
    plugins: [react(), splitMantineStyles()],
    // The server replaces it with a fresh nonce in every response (see src/console-page.ts).
    html: { cspNonce: '{{nonce}}' },
    build: {
      outDir: '../dist/console',
      emptyOutDir: true,
      // The policy forbids data: URLs, and no script needs them.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
    },
    server: { proxy: { '/api': API_ORIGIN } },
  };
});
