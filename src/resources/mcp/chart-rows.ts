import { GENERIC } from '../../query/generic-type.ts'
import { chartDataRoutes } from '../chart-data/contract.ts'
import { type Table, tableOf } from './rows.ts'
import { type Desk, type Json, recordsOf } from './tool.ts'

const TYPE_NAMES: Readonly<Record<number, string>> = {
  [GENERIC.number]: 'number',
  [GENERIC.text]: 'text',
  [GENERIC.time]: 'time',
  [GENERIC.boolean]: 'boolean',
}

/** The answers to a chart data body, as tables of at most so many rows; times are ISO texts. */
export async function chartTables(desk: Desk, body: Json, maxRows: number): Promise<Table[]> {
  const reply = await desk.ask(chartDataRoutes.data, {
    body: { ...body, result_format: 'json', result_type: 'results' },
  })
  return recordsOf(reply).map((answer) => {
    const names = Array.isArray(answer['colnames']) ? answer['colnames'].map(String) : []
    const types = Array.isArray(answer['coltypes']) ? answer['coltypes'] : []
    const times = names.filter((_, i) => types[i] === GENERIC.time)
    const columns = names.map((name, i) => ({ name, type: TYPE_NAMES[Number(types[i])] ?? 'text' }))
    const records = recordsOf(answer, 'data').slice(0, maxRows + 1)
    return tableOf(
      columns,
      records.map((record) => withTimes(record, times)),
      maxRows,
    )
  })
}

function withTimes(record: Json, times: readonly string[]): Json {
  const texts = times.flatMap((name) => {
    const value = record[name]
    const at = typeof value === 'number' ? new Date(value) : null
    return at === null || Number.isNaN(at.getTime()) ? [] : [[name, at.toISOString().replace(/(\.000)?Z$/, '')]]
  })
  return texts.length === 0 ? record : { ...record, ...Object.fromEntries(texts) }
}
