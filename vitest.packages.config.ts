import { defineConfig } from 'vitest/config'

/** Engine packages on servers that stand for their services: npm run test:packages. */
export default defineConfig({
  test: {
    include: ['test/packages/*.emulator.test.ts', 'e2e/*.emulator.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 1,
  },
})
