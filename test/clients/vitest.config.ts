import { defineConfig } from 'vitest/config';

/** Apart from the other tests, which need no package registry: `npm run test:long -- clients`. */
export default defineConfig({
  test: {
    include: ['test/clients/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
