import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Each server under test starts processes from the sources, which would be compiled each time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled')

/** Files with a process of their own, which ends with them. */
const ALONE = [
  // It changes what every thread of its process knows.
  'src/engines/packaged/packaged.test.ts',
  // What a page waits for ends with the page.
  'src/web/**/*.test.{ts,tsx}',
]
const NEVER = [
  '**/node_modules/**',
  // On servers that npm run test:engines fetches.
  '**/*.engines.test.ts',
  // On servers that npm run test:packages fetches.
  '**/*.emulator.test.ts',
]
/** Servers of databases started or killed, deadlines waited for, disks filled: files of seconds, for npm test alone. */
const LONG = '**/*.long.test.ts'
/** It brings engines, which every thread of its process knows from then on. */
const LONG_ALONE = 'test/packages/installed.long.test.ts'

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Vitest gives up after one second, which a busy machine may need.
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    // Tests wait for servers more than they compute.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: [...NEVER, ...ALONE, LONG],
          // Loading the product for each file would take longer than most of the tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'long', include: [LONG], exclude: [...NEVER, LONG_ALONE], isolate: false } },
      { extends: true, test: { name: 'long-alone', include: [LONG_ALONE] } },
      { extends: true, test: { name: 'alone', include: ALONE, exclude: NEVER } },
    ],
  },
})
