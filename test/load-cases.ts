import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textOf } from '../src/engines/conformance.ts'
import type { Driver } from '../src/engines/driver.ts'
import type { FileColumn, IfExists, LoadRequest, TableLoader } from '../src/engines/table-loader.ts'

type Rows = readonly (readonly (string | null)[])[]

interface Place {
  /** A driver whose statements may only read. */
  open(): Promise<Driver>
  /** Whether tables may refer to others. */
  readonly hasForeignKeys?: false
  /** Where tables are made; it begins empty. */
  readonly schema: string
  quoteName(name: string): string
  /** Runs a statement as somebody who may make tables. */
  asOwner(sql: string): Promise<unknown>
}

const never = new AbortController().signal
/** Columns with their type in the file, a text in it, and what JSON the engine gives of it. */
const KINDS = [
  ['count', 'BIGINT', '9007199254740993', '"9007199254740993"'],
  ['price', 'DECIMAL(20,4)', '1234567890123456.7891', '1234567890123456.7891'],
  ['share', 'DOUBLE', '0.1', '0.1'],
  ['is_paid', 'BOOLEAN', 'true', 'true'],
  ['day', 'DATE', '2024-02-29', '"2024-02-29"'],
  ['at', 'TIMESTAMP', '2024-02-29 12:34:56.789', '"2024-02-29T12:34:56.789000"'],
  ['Größe "\\`\' ?', 'VARCHAR', 'a"b\'c\\n, {x} $1 ? \t€ 😀', '"a\\"b\'c\\\\n, {x} $1 ? \\t€ 😀"'],
] as const
const WORD: FileColumn = { name: 'word', type: 'text', sqlType: 'VARCHAR' }
const NUMBER: FileColumn = { name: 'n', type: 'integer', sqlType: 'BIGINT' }
const counted = (count: number): Rows => Array.from({ length: count }, (_, i) => [String(i)])

interface How {
  readonly ifExists?: IfExists
  readonly signal?: AbortSignal
  onBegin?(): void
}

/** Loads into one place, and what is there. */
class Loads {
  readonly #place: Place
  #driver: Driver | null = null
  #dir = ''

  constructor(place: Place) {
    this.#place = place
  }
  get driver(): Driver {
    if (this.#driver === null) throw new Error('not open')
    return this.#driver
  }
  async open() {
    this.#driver = await this.#place.open()
    this.#dir = await mkdtemp(join(tmpdir(), 'load-'))
  }
  async close() {
    await this.driver.close()
    await rm(this.#dir, { recursive: true, force: true })
  }
  async load(
    table: string,
    columns: readonly FileColumn[],
    rows: Rows,
    { ifExists = 'fail', signal = never, onBegin }: How = {},
  ) {
    const lines = join(this.#dir, 'rows.jsonl')
    await writeFile(lines, rows.map((cells) => `${JSON.stringify(cells)}\n`).join(''))
    onBegin?.()
    const content: LoadRequest['content'] = { columns, rows: rows.length, parquet: '', lines }
    const loader = this.driver.loader as TableLoader
    await loader.load({ schema: this.#place.schema, table, ifExists, content, signal })
  }
  /** The rows of a table as JSON. */
  async rows(table: string): Promise<string> {
    const { schema, quoteName } = this.#place
    const { columns } = (await this.driver.table(null, schema, table)) ?? { columns: [] }
    const names = columns.map(({ name }) => quoteName(name))
    const sql = `select ${names.join()} from ${quoteName(table)} order by 1 desc`
    return textOf(this.driver, { sql, schema })
  }
  async tables() {
    return (await this.driver.tables(null, this.#place.schema)).map(({ name }) => name).toSorted()
  }
}

/** What every server that takes files keeps to. */
export function describeLoads(place: Place): void {
  describe('files become tables', () => {
    const loads = new Loads(place)
    beforeAll(() => loads.open())
    afterAll(() => loads.close())

    it('with every value as it was written', async () => {
      const columns = KINDS.map(([name, sqlType]): FileColumn => ({ name, type: 'text', sqlType }))
      await loads.load('Sold "things"', columns, [KINDS.map(([, , text]) => text), KINDS.map(() => null)])
      const rows = await loads.rows('Sold "things"')
      const record = (values: readonly string[]) => `{${KINDS.map(([n], i) => `${JSON.stringify(n)}:${values[i]}`)}}`
      expect(rows).toContain(record(KINDS.map(([, , , json]) => json)))
      expect(rows).toContain(record(KINDS.map(() => 'null')))
    })

    it('that are kept, replaced or added to', async () => {
      await loads.load('kept', [NUMBER, WORD], [['1', 'one']])
      await expect(loads.load('kept', [NUMBER], [['2']])).rejects.toMatchObject({ status: 422 })
      await loads.load('kept', [WORD, NUMBER], [['two', '2']], { ifExists: 'append' })
      expect(await loads.rows('kept')).toBe('[{"n":2,"word":"two"},{"n":1,"word":"one"}]')
      await loads.load('kept', [WORD], [['new']], { ifExists: 'replace' })
      expect(await loads.rows('kept')).toBe('[{"word":"new"}]')
      await loads.load('many', [NUMBER], counted(5_001), { ifExists: 'append' })
      expect(await loads.rows('many')).toMatch(/^\[\{"n":5000\},/)
    })

    it('whole, or not at all', async () => {
      await loads.load('whole', [NUMBER], [['1']])
      const before = await loads.tables()
      const torn = [...counted(2_500), ['no number']]
      const places = [
        ['whole', 'append'],
        ['whole', 'replace'],
        ['torn', 'fail'],
      ] as const
      for (const [table, ifExists] of places)
        await expect(loads.load(table, [NUMBER], torn, { ifExists })).rejects.toMatchObject({ status: 400 })
      const strange = loads.load('whole', [NUMBER, WORD], [['1', 'a']], { ifExists: 'append' })
      await expect(strange).rejects.toMatchObject({ status: 400 })
      expect([await loads.tables(), await loads.rows('whole')]).toEqual([before, '[{"n":1}]'])
    })

    if (place.hasForeignKeys !== false)
      it('but not in place of one that others refer to', async () => {
        await place.asOwner(`create table ${place.schema}.held (n bigint primary key)`)
        await place.asOwner(`insert into ${place.schema}.held values (7)`)
        await place.asOwner(
          `create table ${place.schema}.holds (n bigint, foreign key (n) references ${place.schema}.held (n))`,
        )
        const before = await loads.tables()
        const replaced = loads.load('held', [NUMBER], [['1']], { ifExists: 'replace' })
        await expect(replaced).rejects.toMatchObject({ status: 400 })
        expect([await loads.tables(), await loads.rows('held')]).toEqual([before, '[{"n":7}]'])
      })

    it('unless they were stopped', async () => {
      const before = await loads.tables()
      const stop = new AbortController()
      const onBegin = () => setTimeout(() => stop.abort(new Error('enough')), 100)
      const loading = loads.load('stopped', [NUMBER], counted(2_000_000), { signal: stop.signal, onBegin })
      await expect(loading).rejects.toThrow('enough')
      await expect.poll(() => loads.tables(), { timeout: 10_000 }).toEqual(before)
    })
  })
}
