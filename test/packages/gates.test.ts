import { describe, expect, it } from 'vitest'
import { judgeWords } from '../../packages/kit/gate.ts'
import { bigqueryAddress } from '../../packages/sightline-engine-bigquery/src/address.ts'
import { bigqueryDialect } from '../../packages/sightline-engine-bigquery/src/dialect.ts'
import { RULES as BIGQUERY } from '../../packages/sightline-engine-bigquery/src/gate.ts'
import { databricksAddress } from '../../packages/sightline-engine-databricks/src/address.ts'
import { databricksDialect } from '../../packages/sightline-engine-databricks/src/dialect.ts'
import { RULES as DATABRICKS } from '../../packages/sightline-engine-databricks/src/gate.ts'
import { readPlan } from '../../packages/sightline-engine-databricks/src/plan.ts'
import { snowflakeAddress } from '../../packages/sightline-engine-snowflake/src/address.ts'
import { snowflakeDialect } from '../../packages/sightline-engine-snowflake/src/dialect.ts'
import { RULES as SNOWFLAKE } from '../../packages/sightline-engine-snowflake/src/gate.ts'

const GATES = { bigquery: BIGQUERY, snowflake: SNOWFLAKE, databricks: DATABRICKS } as const

describe('what the words of a statement say', () => {
  it.each([
    ['bigquery', 'select lower(name), `a b` from `shop`.`people` where id in unnest([1, 2]) -- é'],
    ['bigquery', "select safe.substr('it\\'s', 0), extract(year from day) from shop.people"],
    ['snowflake', "select 'it''s', $$it's$$, name:first::varchar from shop.people p, lateral flatten(p.parts) f"],
    [
      'snowflake',
      "select system$typeof(1), date_trunc('day', placed) from people qualify row_number() over (order by 1) = 1",
    ],
    [
      'databricks',
      'select transform(parts, x -> x + 1), "it\\\'s" from shop.people lateral view explode(parts) t as part',
    ],
    ['snowflake', "select * from table(flatten(parse_json('[1]'))), people where a != b and temp(1) is not null"],
    ['databricks', 'select location, options from people -- create table'],
    ['databricks', 'select /* a /* b */ c */ trim(both "x" from name) from people where name rlike "^a"'],
  ] as const)('%s lets %s pass', (engine, sql) => {
    expect(judgeWords(sql, GATES[engine])).toMatchObject({ kind: 'select', refusals: [] })
  })

  it.each([
    ['bigquery', "select 'a''b'", 'Texts in three quotes are not allowed.'],
    ['bigquery', 'select * from `a`.`b\\`c`', 'A name may not hold a backslash or a quote.'],
    ['bigquery', 'select * from ml.predict(model m, table t)', 'The table function ml.predict is not allowed.'],
    ['bigquery', 'select * from d.t, d.f(1)', 'The table function d.f is not allowed.'],
    ['bigquery', 'insert into d.t select external_query("c", "x")', 'The function external_query is not allowed.'],
    ['snowflake', 'select * from t, table(f(1))', 'The table function f is not allowed.'],
    ['snowflake', 'select * from (@s)', 'Stages are not allowed.'],
    ['snowflake', 'select 1 -- a\rdrop table t', 'A comment may not hold a carriage return.'],
    ['snowflake', 'create stage s', 'CREATE STAGE is not allowed.'],
    ['snowflake', 'create or replace external table t', 'CREATE EXTERNAL is not allowed.'],
    [
      'snowflake',
      'create or replace temp table people as select 1',
      'A table for a session is not allowed, since users share sessions.',
    ],
    ['snowflake', 'select m!predict(1)', 'Methods of models are not allowed.'],
    ['snowflake', "select ai_complete('m', name) from people", 'The function ai_complete is not allowed.'],
    ['snowflake', 'select * from ((table people))', 'TABLE is possible with the name of a known function only.'],
    [
      'bigquery',
      'create table d.t with connection `p.l.c` options (x = 1)',
      'Tables with a connection of their own are not allowed.',
    ],
    [
      'databricks',
      "create table t (a int) using csv location '/etc'",
      'Tables with a place or options of their own are not allowed.',
    ],
    [
      'databricks',
      "create table t using jdbc options (url 'x')",
      'Tables with a place or options of their own are not allowed.',
    ],
    ['databricks', "alter table t set location '/etc'", 'Tables with a place or options of their own are not allowed.'],
    ['databricks', "select ai_gen('x')", 'The function ai_gen is not allowed.'],
    ['databricks', 'select * from t join json.`x` using (id)', 'Files may not be read in place of tables.'],
    ['databricks', 'select * from delta . `/x`', 'Files may not be read in place of tables.'],
    ['databricks', "select R'\\'", 'Raw texts are not allowed.'],
    ['databricks', 'select 1 /* a', 'A comment has no end.'],
    ['databricks', 'select\u00a01', 'Characters outside ASCII may stand only in quotes.'],
  ] as const)('%s refuses %s', (engine, sql, refusal) => {
    expect(judgeWords(sql, GATES[engine]).refusals).toContain(refusal)
  })

  it.each([bigqueryDialect, snowflakeDialect, databricksDialect])(
    '$label reads a text that it wrote as one token',
    (dialect) => {
      for (const value of ["it's", '\\', "\\'; drop table t --", '"', '`', '$$', "''", 'a\nb']) {
        const words = judgeWords(`select ${dialect.quoteText(value)} from t`, GATES[dialect.id])
        expect(words).toMatchObject({ kind: 'select', refusals: [], references: [{ parts: ['t'] }] })
      }
    },
  )
})

it('reads the plan of Spark 4.3', () => {
  const plan = `
CTE [c]
:  +- 'SubqueryAlias c
:     +- 'Project [*]
:        +- 'UnresolvedRelation [people], [], false
+- 'Union false, false
   :- 'Project ['v.id, scalar-subquery#11 [] AS m#12]
   :  :  +- 'Project [unresolvedalias('max('id))]
   :  :     +- 'UnresolvedRelation [default, people], [], false
   :  +- 'UnresolvedRelation [c], [], false
   +- 'Project [unresolvedalias(1), unresolvedalias(x)]
      +- 'UnresolvedTableValuedFunction [range], [3], false
`
  const { relations, named, steps } = readPlan(plan)
  expect(relations.map(({ schema, name }) => [schema, name])).toEqual([
    [null, 'people'],
    ['default', 'people'],
    [null, 'c'],
  ])
  expect([...named]).toEqual(['c'])
  expect(new Set(steps)).toEqual(
    new Set(['CTE', 'SubqueryAlias', 'Project', 'UnresolvedRelation', 'Union', 'UnresolvedTableValuedFunction']),
  )
})

describe('addresses', () => {
  it('of BigQuery name a project, and the service where it is another one', () => {
    const key = encodeURIComponent('{"type":"service_account"}')
    expect(bigqueryAddress(`bigquery://:${key}@bigquery.googleapis.com/my-project/shop?location=EU`)).toMatchObject({
      ...{ origin: 'https://bigquery.googleapis.com', project: 'my-project', dataset: 'shop', location: 'EU' },
      ...{ key: '{"type":"service_account"}', billingProject: 'my-project' },
    })
    expect(bigqueryAddress('bigquery://my-project/shop')).toMatchObject({ project: 'my-project', dataset: 'shop' })
    expect(bigqueryAddress('bigquery://emulator:9050/p?protocol=http')).toMatchObject({
      origin: 'http://emulator:9050',
    })
    expect(() => bigqueryAddress('bigquery://h.x/p/d/more')).toThrow('nothing more')
    expect(() => bigqueryAddress('bigquery://:key@h.x/p?protocol=http')).toThrow('encrypted')
    expect(() => bigqueryAddress('bigquery://h.x/p?billing_project=../x')).toThrow('no id of a project')
    expect(() => bigqueryAddress('bigquery://h.x/p?maximum_gigabytes_billed=ten')).toThrow('no number')
    expect(() => bigqueryAddress('bigquery://h.x/p?password=x')).toThrow('not supported: password')
  })

  it('of Snowflake name an account or a host', () => {
    expect(snowflakeAddress('snowflake://ada:pw@my_org-acc/shop/"Mixed"?warehouse=w')).toMatchObject({
      ...{ origin: 'https://my-org-acc.snowflakecomputing.com', account: 'MY_ORG-ACC', database: 'SHOP' },
      ...{ schema: 'Mixed', warehouse: 'w' },
    })
    expect(snowflakeAddress('snowflake://ada:pw@xy123.eu-central-1/shop')).toMatchObject({
      ...{ host: 'xy123.eu-central-1.snowflakecomputing.com', account: 'XY123', schema: null },
    })
    expect(() => snowflakeAddress('snowflake://ada:pw@acc')).toThrow('no database')
  })

  it('of Databricks name a warehouse by its id or its path', () => {
    const made = databricksAddress('databricks://abc123:dapi@x.cloud.databricks.com/main')
    expect(made).toMatchObject({ warehouse: 'abc123', secret: 'dapi', catalog: 'main', schema: 'default' })
    const path = encodeURIComponent('/sql/1.0/warehouses/abc123')
    const other = databricksAddress(`databricks://token:dapi@x.cloud.databricks.com:443/main/shop?http_path=${path}`)
    expect(other).toMatchObject({ warehouse: 'abc123', schema: 'shop', origin: 'https://x.cloud.databricks.com' })
    expect(() => databricksAddress('databricks://token:dapi@x.com/main')).toThrow('no warehouse')
  })
})
