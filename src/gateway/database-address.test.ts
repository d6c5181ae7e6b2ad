import { expect, it } from 'vitest'
import { formatAddress, maskAddress, parseAddress } from './database-address.ts'

it.each([
  'duckdb:////data/x.duckdb',
  'duckdb:///relative.db',
  'postgresql+psycopg2://u:p%40ss@h:5432/d?sslmode=require',
  'trino://h/catalog',
])('reads and writes %s', (uri) => {
  const address = parseAddress(uri)
  expect(address && formatAddress(address)).toBe(uri)
})

it.each(['not an address', '', 'x', '://h/d', 'duckdb:/x'])('refuses %s', (uri) => {
  expect(parseAddress(uri)).toBeNull()
})

it('shows no password', () => {
  expect(maskAddress('postgresql://u:secret@h/d')).toBe('postgresql://u:XXXXXXXXXX@h/d')
  expect(maskAddress('duckdb:////x.db')).toBe('duckdb:////x.db')
})
