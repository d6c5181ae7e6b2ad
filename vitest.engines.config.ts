import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/engines/*/*.engines.test.ts',
      'src/engines/{duckdb,sqlite,postgres,mysql}/*.test.ts',
      'test/*.engines.test.ts',
      'e2e/*.engines.test.ts',
    ],
    // Its server is one more than the six that are required; the run says so where it is not to be had.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.SIGHTLINE_TEST_MYSQL ? [] : ['src/engines/mysql/mysql.engines.test.ts']),
    ],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Vitest gives up after one second, which a busy machine may need.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 1,
  },
})
