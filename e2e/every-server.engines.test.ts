import { it } from 'vitest'
import { describeClickhouse, startClickhouse } from '../test/clickhouse.ts'
import { describeTrino, startTrino } from '../test/trino.ts'
import { fiveChartsOn } from './pages/five-charts.ts'
import { openStage } from './stage.ts'

const { app, browser } = await openStage()

describeTrino('Trino', () => {
  it('five charts are built by pointing', async () => {
    const trino = await startTrino()
    try {
      await trino.asOwner(
        `create table memory.default.sales as select element_at(array['north', 'south', 'west'], cast(i % 3 + 1 as integer)) as region,
          cast(i as decimal(10, 2)) as amount, date_add('day', i % 100, date '2024-01-01') as sold_on
          from unnest(sequence(0, 299)) as t(i)`,
      )
      const fields = { Host: '127.0.0.1', Port: String(trino.port), User: 'analyst', Catalog: 'memory' }
      await fiveChartsOn(browser, app, { engine: /Trino/, name: 'rabbit', fields, schema: 'default' })
    } finally {
      await trino.stop()
    }
  })
})

describeClickhouse('ClickHouse', () => {
  it('five charts are built by pointing', async () => {
    const clickhouse = await startClickhouse()
    try {
      await clickhouse.asOwner('create database shop')
      await clickhouse.asOwner(
        `create table shop.sales engine = MergeTree order by sold_on as select ['north', 'south', 'west'][number % 3 + 1] as region,
          toDecimal64(number, 2) as amount, toDate('2024-01-01') + number % 100 as sold_on from numbers(300)`,
      )
      const fields = {
        Host: '127.0.0.1',
        Port: String(clickhouse.port),
        User: 'reader',
        Password: 'p@ss:w0rd',
        Database: 'shop',
      }
      await fiveChartsOn(browser, app, { engine: /ClickHouse/, name: 'house', fields, schema: 'shop' })
    } finally {
      await clickhouse.stop()
    }
  })
})
