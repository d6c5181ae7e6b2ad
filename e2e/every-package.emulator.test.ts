import { afterAll, it } from 'vitest'
import { startBigquery } from '../test/bigquery.ts'
import { startDatabricks } from '../test/databricks.ts'
import { installPackages } from '../test/packages.ts'
import { startSnowflake } from '../test/snowflake.ts'
import { fiveChartsOn } from './pages/five-charts.ts'
import { openStage } from './stage.ts'

const installed = await installPackages('bigquery', 'snowflake', 'databricks')
afterAll(() => installed.remove())
const { app, browser } = await openStage({ dataDir: installed.dir })

/** 300 rows over 100 days in three regions. */
const journey = async (
  service: { readonly url: string; run(sql: string): Promise<void>; stop(): Promise<void> },
  statements: readonly string[],
  connection: { readonly engine: RegExp; readonly name: string; readonly schema: string },
) => {
  try {
    for (const sql of statements) await service.run(sql)
    await fiveChartsOn(browser, app, { ...connection, fields: {}, url: service.url })
  } finally {
    await service.stop()
  }
}

it('BigQuery: five charts are built by pointing', async () => {
  await journey(
    await startBigquery(),
    [
      'CREATE TABLE shop.sales (region STRING, amount NUMERIC, sold_on DATE)',
      "INSERT INTO shop.sales (region, amount, sold_on) SELECT CASE MOD(n, 3) WHEN 0 THEN 'north' WHEN 1 THEN 'south' ELSE 'west' END, CAST(n AS NUMERIC), DATE_ADD(DATE '2024-01-01', INTERVAL MOD(n, 100) DAY) FROM UNNEST(GENERATE_ARRAY(0, 299)) AS n",
    ],
    { engine: /BigQuery/, name: 'big', schema: 'shop' },
  )
})

it('Snowflake: five charts are built by pointing', async () => {
  await journey(
    await startSnowflake(),
    [
      `create table shop.public."sales" as select case n % 3 when 0 then 'north' when 1 then 'south' else 'west' end as "region",
        cast(n as number(10, 2)) as "amount", dateadd(day, n % 100, '2024-01-01'::date)::date as "sold_on"
        from (select value::int as n from table(flatten(array_generate_range(0, 300))))`,
    ],
    { engine: /Snowflake/, name: 'snow', schema: 'PUBLIC' },
  )
})

it('Databricks: five charts are built by pointing', async () => {
  await journey(
    await startDatabricks(),
    [
      `create table shop.sales using parquet as select element_at(array('north', 'south', 'west'), cast(id % 3 as int) + 1) as region,
        cast(id as decimal(10, 2)) as amount, date_add(date'2024-01-01', cast(id % 100 as int)) as sold_on from range(300)`,
    ],
    { engine: /Databricks/, name: 'bricks', schema: 'shop' },
  )
})
