import { describe, expect, it } from 'vitest'
import { HttpError } from '../../data/http.ts'
import { addMetric, changeColumn, draftOf, isChanged, isSourceChanged, newMetric, removeColumn } from './draft.ts'
import { notesOf, withNotes } from './extra.ts'
import { faultAt, faultsOf, faultsOfError, standing } from './faults.ts'
import { payloadOf } from './payload.ts'
import { applyDiff, diffColumns, isSame } from './source-diff.ts'
import type { WireColumn, WireDataset } from './wire.ts'

const column = (id: number, name: string, change: Partial<WireColumn> = {}): WireColumn => ({
  id,
  column_name: name,
  verbose_name: null,
  description: null,
  expression: null,
  type: 'VARCHAR',
  type_generic: 1,
  is_dttm: false,
  filterable: true,
  groupby: true,
  python_date_format: null,
  extra: null,
  ...change,
})

const ORDERS: WireDataset = {
  id: 7,
  changed_by: null,
  table_name: 'orders',
  kind: 'physical',
  catalog: null,
  schema: 'main',
  sql: null,
  description: null,
  main_dttm_col: 'at',
  currency_code_column: null,
  cache_timeout: null,
  offset: 0,
  fetch_values_predicate: null,
  template_params: null,
  filter_select_enabled: true,
  normalize_columns: false,
  always_filter_main_dttm: true,
  is_managed_externally: false,
  extra: '{"kept":1}',
  changed_on: '2026-01-01T00:00:00',
  database: { id: 1, database_name: 'examples', backend: 'duckdb' },
  owners: [{ id: 3, first_name: 'Ada', last_name: 'Lee' }],
  columns: [
    column(1, 'at', { type: 'TIMESTAMP', is_dttm: true }),
    column(2, 'country', { verbose_name: 'Country' }),
    column(3, 'twice', { expression: 'qty * 2', type: 'INTEGER' }),
  ],
  metrics: [
    {
      id: 9,
      metric_name: 'count',
      verbose_name: null,
      description: null,
      expression: 'COUNT(*)',
      d3format: null,
      currency: { symbol: 'EUR', symbolPosition: 'suffix' },
      warning_text: null,
      extra: null,
    },
  ],
}
const draft = draftOf(ORDERS)
const names = (rows: unknown) => (rows as readonly { column_name: string }[]).map((row) => row.column_name)

describe('the differences from the source', () => {
  const source = [
    { column_name: 'at', type: 'DATE', type_generic: 2, is_dttm: true },
    { column_name: 'qty', type: 'INTEGER', type_generic: 0, is_dttm: false },
  ]

  it('are columns added, removed and of another type; calculated ones have no part', () => {
    const diff = diffColumns(draft.columns, source)
    expect(diff.added.map((one) => one.column_name)).toEqual(['qty'])
    expect(diff.removed.map((one) => one.name)).toEqual(['country'])
    expect(diff.changed.map(({ name, from, to }) => [name, from, to])).toEqual([['at', 'TIMESTAMP', 'DATE']])
  })

  it('are none after they were applied', () => {
    const next = applyDiff(draft, diffColumns(draft.columns, source))
    expect(isSame(diffColumns(next.columns, source))).toBe(true)
    expect(names(payloadOf(next, ORDERS).columns)).toEqual(['at', 'twice', 'qty'])
  })

  it('bring a removed column back with its id and its names', () => {
    const gone = removeColumn(draft, 'column-2')
    const source2 = [...source, { column_name: 'country', type: 'VARCHAR', type_generic: 1, is_dttm: false }]
    const next = applyDiff(gone, diffColumns(gone.columns, source2))
    expect(next.columns.find((one) => one.name === 'country')).toMatchObject({
      id: 2,
      isRemoved: false,
      verboseName: 'Country',
    })
  })

  it('of a query that is only tried are those of kind, for it tells no more', () => {
    const rough = [
      { column_name: 'at', type: 'DATETIME', type_generic: 2, is_dttm: true, isRough: true },
      { column_name: 'country', type: 'INT', type_generic: 0, is_dttm: false, isRough: true },
    ]
    const columns = draftOf({
      ...ORDERS,
      columns: [column(1, 'at', { type: 'TIMESTAMP', type_generic: 2, is_dttm: true }), column(2, 'country')],
    }).columns
    expect(diffColumns(columns, rough).changed.map((one) => one.name)).toEqual(['country'])
  })

  it('do not add a second column under the name of a calculated one', () => {
    expect(
      diffColumns(draft.columns, [{ column_name: 'twice', type: 'INTEGER', type_generic: 0, is_dttm: false }]).added,
    ).toEqual([])
  })
})

describe('the body of the save', () => {
  it('sends every stored row with its id and says again what was stored', () => {
    const body = payloadOf(draft, ORDERS)
    expect(body).toMatchObject({
      table_name: 'orders',
      always_filter_main_dttm: true,
      owners: [3],
      extra: '{"kept":1}',
    })
    expect(body).not.toHaveProperty('sql')
    expect(body.columns).toMatchObject([
      { id: 1 },
      { id: 2, verbose_name: 'Country' },
      { id: 3, expression: 'qty * 2' },
    ])
    expect(body.metrics).toMatchObject([{ id: 9, currency: { symbol: 'EUR', symbolPosition: 'suffix' } }])
  })

  it('leaves out what was removed and sends new rows without an id', () => {
    const next = addMetric(removeColumn(draft, 'column-2'), {
      ...newMetric('n1'),
      name: ' total ',
      expression: 'SUM(q)',
    })
    const body = payloadOf(next, ORDERS)
    expect(names(body.columns)).toEqual(['at', 'twice'])
    const added = (body.metrics as readonly Record<string, unknown>[])[1]
    expect(added).toMatchObject({ metric_name: 'total', expression: 'SUM(q)', currency: null })
    expect(added).not.toHaveProperty('id')
  })

  it('names no time column that goes', () => {
    expect(payloadOf(draft, ORDERS)).toHaveProperty('main_dttm_col', 'at')
    expect(payloadOf(removeColumn(draft, 'column-1'), ORDERS)).toHaveProperty('main_dttm_col', null)
  })

  it('sends the text of a virtual dataset', () => {
    expect(payloadOf(draft, { ...ORDERS, kind: 'virtual' })).toHaveProperty('sql', '')
  })
})

describe('a draft', () => {
  it('is unchanged when a change is taken back', () => {
    const changed = changeColumn(draft, 'column-2', { verboseName: 'Land' })
    expect(isChanged(changed, draft)).toBe(true)
    expect(isChanged(changeColumn(changed, 'column-2', { verboseName: 'Country' }), draft)).toBe(false)
    expect(isChanged(changeColumn(removeColumn(draft, 'column-2'), 'column-2', { isRemoved: false }), draft)).toBe(
      false,
    )
  })

  it('forgets a row that was never stored', () => {
    const added = addMetric(draft, newMetric('n1'))
    expect(added.metrics).toHaveLength(2)
    expect(isSourceChanged(added, draft, 'physical')).toBe(false)
  })
})

describe('notes in extra', () => {
  it.each([
    [null, { certifiedBy: 'Ada', certificationDetails: '', warning: '' }],
    ['{"other":true}', { certifiedBy: '', certificationDetails: '', warning: 'late' }],
    [
      '{"certification":{"certified_by":"Bo","details":"x"}}',
      { certifiedBy: 'Bo', certificationDetails: 'y', warning: '' },
    ],
  ])('are read as written over %s', (extra, notes) => {
    expect(notesOf(withNotes(extra, notes))).toEqual(notes)
  })

  it('keep what the editor does not know, and leave text alone that nothing changed', () => {
    const none = { certifiedBy: '', certificationDetails: '', warning: '' }
    expect(withNotes('{"other":true}', { ...none, warning: 'w' })).toBe('{"other":true,"warning_markdown":"w"}')
    expect(withNotes('no json', none)).toBe('no json')
    expect(withNotes('{"warning_markdown":"w"}', none)).toBeNull()
  })
})

describe('faults', () => {
  it('go when their field changes, the others stay', () => {
    const server = [
      { tab: 'source', field: 'tableName', text: 'Dataset a already exists' },
      { tab: 'columns', field: 'columns', text: 'One or more columns are duplicated' },
    ] as const
    const next = { ...draft, settings: { ...draft.settings, tableName: 'b' } }
    expect(standing(server, draft, next).map((fault) => fault.field)).toEqual(['columns'])
    expect(standing(server, draft, removeColumn(draft, 'column-2')).map((fault) => fault.field)).toEqual(['tableName'])
  })

  it('name the row and the field', () => {
    const next = addMetric(draft, { ...newMetric('n1'), name: 'count' })
    const faults = faultsOf(next, 'physical')
    expect(faultAt(faults, 'n1.name')).toBe('Another one has this name')
    expect(faultAt(faults, 'n1.expression')).toBe('Write an expression')
    expect(faultsOf(draft, 'physical')).toEqual([])
  })

  it.each(['[1]', '{', '3'])('refuse template parameters that are no object: %s', (templateParams) => {
    const faults = faultsOf({ ...draft, settings: { ...draft.settings, templateParams } }, 'physical')
    expect(faultAt(faults, 'templateParams')).toBe('This is no JSON object')
  })

  it('of the server stand at the fields that it names, in both of its forms', () => {
    const plain = new HttpError(422, 'x', { fields: { table: ['Dataset a already exists'] } })
    expect(faultAt(faultsOfError(plain), 'tableName')).toBe('Dataset a already exists')
    const extra = { messages: { cache_timeout: ['Not a valid integer.'] } }
    const rich = new HttpError(422, 'x', { errors: [{ message: 'x', error_type: 'M', level: 'error', extra }] })
    expect(faultsOfError(rich)).toEqual([{ tab: 'settings', field: 'cacheTimeoutSec', text: 'Not a valid integer.' }])
  })
})
