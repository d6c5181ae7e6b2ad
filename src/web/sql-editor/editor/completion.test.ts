import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { type Catalog, sqlCompletion } from './completion.ts'

const column = (name: string) => ({ name, type: 'INTEGER', comment: null, sign: '12', isKey: false })
const catalog: Catalog = {
  schemas: async () => ['main'],
  tables: async () => ['customers', 'orders'].map((name) => ({ name, isView: false })),
  columns: async (table) =>
    table === 'orders' ? [column('order_id'), column('customer_id')] : [column('customer_id'), column('country')],
  functions: async () => ['left', 'lower'],
}

/** What is offered while `text` is typed and the cursor stands at its end, or where `|` is; best first. */
async function offered(text: string) {
  const at = text.includes('|') ? text.indexOf('|') : text.length
  const state = EditorState.create({ doc: text.replace('|', '') })
  const found = await sqlCompletion(() => catalog)(new CompletionContext(state, at, false))
  return [...(found?.options ?? [])].sort((a, b) => (b.boost ?? 0) - (a.boost ?? 0))
}
const labels = async (text: string) => (await offered(text)).map(({ label }) => label)

it('offers the conditions of a join by itself after ON, and nothing else until something is typed', async () => {
  expect(await labels('select * from orders o join customers c on ')).toEqual([
    'o.customer_id = c.customer_id',
    'o.customer_id',
    'c.customer_id',
  ])
  expect(await labels('select * from orders o join customers c on l')).toContain('lower')
  expect(await labels('select * from orders o ')).toEqual([])
  expect(await labels('select 1 as a, on ')).toEqual([])
})

it.each([
  'select * from orders o l',
  'select * from orders l',
  'select * from orders o join customers c on o.customer_id = c.customer_id l',
  'select * from orders where order_id = 3 l',
  'select * from orders where order_id in (1, 2) l',
])('offers keywords first where a name or value ends: %s', async (text) => {
  const found = await offered(text)
  expect(found.filter(({ label }) => label === 'left').map(({ type }) => type)).toEqual(['keyword'])
  expect(found[0]?.type).toBe('keyword')
})

it.each(['select l| from orders', 'select order_id, l| from orders', 'select * from orders where l'])(
  'offers columns and functions where a value begins: %s',
  async (text) => {
    const found = await offered(text)
    expect(found.filter(({ label }) => label === 'left').map(({ type }) => type)).toEqual(['function'])
    expect(found[0]?.type).toMatch(/^column/)
  },
)
