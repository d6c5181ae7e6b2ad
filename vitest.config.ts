import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    // On servers that npm run test:engines fetches.
    exclude: ['**/node_modules/**', '**/*.engines.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Vitest gives up after one second, which a busy machine may need.
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
})
