import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/engines/*/*.engines.test.ts',
      'src/engines/{duckdb,sqlite,postgres,mysql}/*.test.ts',
      'test/*.engines.test.ts',
      'e2e/*.engines.test.ts',
    ],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Vitest gives up after one second, which a busy machine may need.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 1,
  },
})
