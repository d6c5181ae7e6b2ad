import { z } from 'zod'
import { checkNames, datasetNames } from './question.ts'
import { type Desk, id, type Json } from './tool.ts'

const title = z.string().trim().min(1).max(250).describe('What the filter is called')

/** How agents write a filter of a dashboard. */
export const DashboardFilter = z.union([
  z
    .strictObject({
      name: title,
      kind: z.literal('value'),
      dataset_id: id('Dataset whose values are offered'),
      column: z.string().min(1).max(1000),
    })
    .describe('Offers the values of a column; charts of every dataset that has the column follow it'),
  z
    .strictObject({
      name: title,
      kind: z.literal('time_range'),
      value: z.string().max(1000).optional().describe('Where it starts, such as "Last quarter"; any time without it'),
    })
    .describe('A time range for all charts'),
])
type DashboardFilter = z.output<typeof DashboardFilter>

/** The filters as dashboards are saved with them, over all charts. Throws 404 or 400 for what the caller cannot filter by. */
export async function nativeFilters(desk: Desk, filters: readonly DashboardFilter[]): Promise<Json[]> {
  const saved: Json[] = []
  for (const filter of filters) {
    if (filter.kind === 'value') checkNames(await datasetNames(desk, filter.dataset_id), { columns: [filter.column] })
    saved.push({
      id: `NATIVE_FILTER-${crypto.randomUUID().slice(0, 12)}`,
      name: filter.name,
      type: 'NATIVE_FILTER',
      scope: { rootPath: ['ROOT_ID'], excluded: [] },
      chartsInScope: [],
      tabsInScope: [],
      cascadeParentIds: [],
      description: '',
      ...(filter.kind === 'value' ? valueFilter(filter.dataset_id, filter.column) : timeFilter(filter.value)),
    })
  }
  return saved
}

const valueFilter = (datasetId: number, column: string): Json => ({
  filterType: 'filter_select',
  targets: [{ datasetId, column: { name: column } }],
  controlValues: { multiSelect: true, enableEmptyFilter: false, searchAllOptions: false, inverseSelection: false },
  defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} },
})

const timeFilter = (value: string | undefined): Json => ({
  filterType: 'filter_time',
  targets: [{}],
  controlValues: { enableEmptyFilter: false },
  defaultDataMask: {
    extraFormData: value === undefined ? {} : { time_range: value },
    filterState: value === undefined ? {} : { value },
    ownState: {},
  },
})
