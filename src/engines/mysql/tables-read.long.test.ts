import mysql, { type Connection } from 'mysql2/promise'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeMariaDb, startMariaDb, type TestMariaDb } from '../../../test/mariadb.ts'
import { judgeWords } from './gate.ts'

const ROUNDS = 1_500

/** A generator of statements that name `hidden` in some odd place, or a name that only looks like it. */
class Writer {
  #seed: number
  #depth = 0
  constructor(seed: number) {
    this.#seed = seed
  }
  #number(below: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#seed / 2 ** 32) * below)
  }
  #one(texts: readonly string[]): string {
    return texts[this.#number(texts.length)] ?? ''
  }
  #chance(percent: number) {
    return this.#number(100) < percent
  }

  statement(): string {
    this.#depth = 0
    const spaced = this.#query()
    return this.#chance(20) ? `explain ${spaced}` : spaced
  }
  #query(): string {
    this.#depth += 1
    const heads = this.#chance(25) ? `with ${this.#chance(20) ? 'recursive ' : ''}${this.#names()} ` : ''
    const body = this.#chance(12) ? `(${this.#select()}) union ${this.#select()}` : this.#select()
    const more = this.#chance(12)
      ? ` ${this.#one(['union', 'union all', 'except', 'intersect'])} ${this.#select()}`
      : ''
    this.#depth -= 1
    return heads + body + more
  }
  #names(): string {
    const one = () =>
      `${this.#one(['hidden', 'w', '`hidden`', 'Hidden', 'things'])}${this.#chance(20) ? ' (id)' : ''} as (${this.#inner()})`
    return this.#chance(35) ? `${one()}, ${one()}` : one()
  }
  #inner(): string {
    return this.#depth > 2
      ? this.#one(['select 1 as id', 'select id from things', 'select id from hidden'])
      : this.#query()
  }
  #select(): string {
    const option = this.#one(['', '', '', 'straight_join ', 'distinct ', 'sql_no_cache '])
    const tail = this.#one([
      '',
      '',
      ' where 1 = 1',
      ' group by 1',
      ' order by 1',
      ' limit 3',
      ' where 1 in (1, 2) limit 1',
      ' group by 1 with rollup',
    ])
    const having = this.#chance(10) ? ` having ${this.#expression()} is null or 1 = 1` : ''
    return `select ${option}${this.#expression()} as id from ${this.#tables()}${tail.includes('limit') || tail.includes('order') ? tail : tail + having}`
  }
  #expression(): string {
    const texts = [
      '1',
      'count(*)',
      "extract(year from '2024-01-01')",
      "trim(both 'a' from 'abc')",
      "substring('abc' from 2)",
      'case when 1 then 2 end',
      "cast('1' as char(3))",
      "'from hidden'",
      '"hidden"',
      'sum(1) over (order by 1)',
      'row_number() over w2',
      '@where',
      '@from',
    ]
    const inner = ['(', 'exists (', 'trim((', '1 in ('][this.#number(4)] ?? '('
    if (this.#chance(20)) return `${inner}${this.#inner()} limit 1)${inner === 'trim((' ? ')' : ''}`
    return this.#one(texts)
  }
  #tables(): string {
    const count = 1 + this.#number(3)
    return Array.from({ length: count }, () => this.#table()).join(
      this.#one([
        ', ',
        ' , ',
        ' join ',
        ' join things j1 on 1 = @where, ',
        ' cross join ',
        ' straight_join ',
        ' /* , hidden */ , ',
        ' -- x\n, ',
        '\n#\n, ',
      ]),
    )
  }
  #table(): string {
    if (this.#depth < 3 && this.#chance(18)) return `(${this.#query()}) ${this.#alias()}`
    if (this.#chance(10)) return `(${this.#tables()})`
    if (this.#chance(6)) return `{oj ${this.#plain()} left join ${this.#plain()} on 1 = 1}`
    if (this.#chance(6)) return `json_table('[1]', '$[*]' columns (a${this.#number(99)} int path '$')) ${this.#alias()}`
    return this.#plain()
  }
  #plain(): string {
    const name = this.#one([
      'things',
      'things',
      'hidden',
      '`hidden`',
      'shop.hidden',
      'shop . `hidden`',
      'shop.things',
      'seen',
      'HIDDEN',
      'dual',
    ])
    const hint = this.#one([
      '',
      '',
      '',
      '',
      ' use index ()',
      ' use index for order by ()',
      ' use index for join ()',
      ' use index for group by ()',
      ' ignore index for order by (by_id)',
    ])
    return name === 'dual' ? 'things' : `${name} ${this.#alias()}${hint}`
  }
  #alias(): string {
    const words = [
      'format',
      'settings',
      'offset_',
      'qualify',
      'final',
      'sample',
      'path',
      'nested',
      'empty',
      'value',
      'end_',
      'next',
      'only',
      'quick',
      'any',
      'some',
      'global',
      'local',
      'anti',
      'semi',
      'asof',
      'pivot',
      'lateral',
      'minus',
      'system_time',
      'of',
      'share',
      'rollup',
      'window',
      'rows',
      'array',
      'positional',
      'prewhere',
      'fetch_',
      'skip',
      'type',
      '`from`',
      '`,`',
      '`select`',
    ]
    return `${this.#chance(50) ? 'as ' : ''}${this.#one(words)}`
  }
}

describeMariaDb('the tables that a statement reads', () => {
  let server: TestMariaDb
  let owner: Connection
  let stranger: Connection
  beforeAll(async () => {
    server = await startMariaDb()
    await server.asOwner('create database shop')
    await server.asOwner(
      [
        'create table things (id int, key by_id (id))',
        'create table seen (id int, key by_id (id))',
        'create table hidden (id int, key by_id (id))',
        'create table HIDDEN (id int, key by_id (id))',
        "create user stranger@'127.0.0.1' identified by 'p'",
        "grant select on shop.things to stranger@'127.0.0.1'",
        "grant select on shop.seen to stranger@'127.0.0.1'",
      ],
      'shop',
    )
    owner = await mysql.createConnection({ uri: server.url('shop'), flags: ['-IGNORE_SPACE'] })
    stranger = await mysql.createConnection({
      uri: `mysql://stranger:p@127.0.0.1:${server.port}/shop`,
      flags: ['-IGNORE_SPACE'],
    })
  }, 60_000)
  afterAll(async () => {
    await owner.end()
    await stranger.end()
    await server.stop()
  })
  const fault = async (connection: Connection, sql: string): Promise<number> =>
    connection.prepare(sql).then(
      () => {
        connection.unprepare(sql)
        return 0
      },
      (error: { errno: number }) => error.errno,
    )

  it('are all found: whoever may not read one is refused by the server where none is found', async () => {
    const counts = { readable: 0, hidden: 0, open: 0 }
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const sql = new Writer(seed).statement()
      const { tables, refusals } = judgeWords(sql, true)
      if (refusals.length > 0 || (await fault(owner, sql)) !== 0) continue
      counts.readable += 1
      const isFound = tables.some(({ name }) => name.toLowerCase() === 'hidden')
      const isDenied = (await fault(stranger, sql)) !== 0
      counts[isDenied ? 'hidden' : 'open'] += 1
      if (isDenied) expect([sql, isFound]).toEqual([sql, true])
    }
    expect(counts.readable).toBeGreaterThan(ROUNDS / 10)
    expect(Math.min(counts.hidden, counts.open)).toBeGreaterThan(ROUNDS / 100)
  })
})
