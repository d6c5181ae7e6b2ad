import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    // They need servers that only `npm run test:engines` and `npm run test:packages` start.
    exclude: ['e2e/**/*.engines.test.ts', 'e2e/**/*.emulator.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Vitest gives up after one second, which a busy machine may need.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
  },
})
