import { describe, expect, it } from 'vitest'
import { DIALECTS } from './dialects.ts'

describe.each(DIALECTS)('$id', (dialect) => {
  it.each(['constructor', 'valueOf', '__proto__'])('has no time grain of the name %s', (name) => {
    expect(dialect.timeGrain('t', name, 'TIMESTAMP')).toBeNull()
  })
})
