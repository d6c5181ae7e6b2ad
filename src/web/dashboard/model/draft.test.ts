import { expect, test } from 'vitest'
import { fixedColors } from '../../../charts/parts/dashboard-colors.ts'
import { syncedWithLayout, withCrossFilterScope } from '../../../query/dashboard/chart-configuration.ts'
import { metadataOf, parseMetadata } from '../../../query/dashboard/metadata.ts'
import { parsePosition } from '../../../query/dashboard/position-json.ts'
import { isFilter } from '../../../query/data-mask/filter-config.ts'
import { type Draft, type Properties, savePayload } from './draft.ts'
import {
  addFilter,
  changeFilter,
  editedFilters,
  filterChanges,
  filterEdit,
  filterEditWith,
  filterProblems,
  finaliseRemovals,
  mainDatasetId,
  newDivider,
  newFilter,
  possibleParents,
  removeFilter,
  restoreFilter,
} from './filter-edit.ts'
import { commit, HISTORY_LIMIT, hasUnsavedChanges, historyOf, redo, undo } from './history.ts'
import { refreshPlan } from './refresh.ts'
import { parseUrlState } from './url-state.ts'

const POSITION = JSON.stringify({
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['R'] },
  R: { type: 'ROW', children: ['C1', 'C2'] },
  C1: { type: 'CHART', meta: { chartId: 1, width: 4 } },
  C2: { type: 'CHART', meta: { chartId: 2, width: 4 } },
})
const layout = parsePosition(POSITION)
const properties: Properties = {
  title: 'Flights',
  slug: ' flights ',
  css: '',
  theme: null,
  isPublished: true,
  certifiedBy: '',
  certificationDetails: 'by hand',
  owners: [{ id: 3, name: 'A B' }],
  roles: [{ id: 4, name: 'Gamma' }],
}
const draft = (parts: Partial<Properties> = {}): Draft => ({
  layout,
  metadata: parseMetadata('{}'),
  properties: { ...properties, ...parts },
})

test.each<[string, Partial<Properties>, boolean, Record<string, unknown>]>([
  ['an empty title has its name', { title: '  ' }, false, { dashboard_title: '[ untitled dashboard ]' }],
  ['an empty slug is null', { slug: '' }, false, { slug: null }],
  ['a slug is trimmed', {}, false, { slug: 'flights' }],
  ['details of a certificate need a certifier', {}, false, { certified_by: '', certification_details: '' }],
  ['details of a certificate are kept', { certifiedBy: 'Ops' }, false, { certification_details: 'by hand' }],
  ['owners are ids', {}, false, { owners: [3] }],
  ['roles are sent with role access', {}, true, { roles: [4] }],
])('%s', (_, parts, hasRoleAccess, expected) => {
  expect(savePayload(draft(parts), { hasRoleAccess })).toMatchObject(expected)
})

test('roles stay out without role access, and the layout goes with the settings', () => {
  const payload = savePayload(draft(), { hasRoleAccess: false })
  expect(payload).not.toHaveProperty('roles')
  const metadata = JSON.parse(String(payload.json_metadata))
  expect(metadata.positions.C1.parents).toEqual(['ROOT_ID', 'GRID_ID', 'R'])
  expect(metadata.global_chart_configuration.chartsInScope).toEqual([1, 2])
})

test('settings that are not known here come back unchanged', () => {
  const saved = { filter_scopes: { 1: {} }, import_time: 5, color_scheme: 'x', refresh_frequency: 30 }
  expect(metadataOf(parseMetadata(JSON.stringify(saved)))).toMatchObject(saved)
})

test('a map of shared labels of an earlier format is read as their list', () => {
  expect(parseMetadata('{"shared_label_colors":{"DE":"#111111"}}').sharedLabelColors).toEqual(['DE'])
})

test('cross-filter settings follow the charts that exist', () => {
  const stale = parseMetadata(
    '{"chart_configuration":{"9":{"id":9,"crossFilters":{"scope":"global","chartsInScope":[1]}}}}',
  )
  expect(Object.keys(syncedWithLayout(stale, layout).chartConfiguration)).toEqual(['1', '2'])
  const own = withCrossFilterScope(stale, layout, 1, { rootPath: ['ROOT_ID'], excluded: [2] })
  expect(own.chartConfiguration['1']?.crossFilters.chartsInScope).toEqual([])
  expect(own.chartConfiguration['2']?.crossFilters.chartsInScope).toEqual([1])
})

test('colours chosen by hand win over shared ones, and a label of one chart alone is not fixed', () => {
  const metadata = parseMetadata(
    '{"label_colors":{"FR":"#fff"},"map_label_colors":{"DE":"#111","FR":"#222","ES":"#333"},"shared_label_colors":["DE","FR"]}',
  )
  expect(fixedColors(metadata)).toEqual({ DE: '#111', FR: '#fff' })
})

test('undo goes back to the saved state and redo forward again', () => {
  const edited = commit(commit(historyOf(0), 1), 2)
  expect(undo(undo(edited))).toMatchObject({ past: [], present: 0, future: [1, 2] })
  expect(redo(undo(edited))).toMatchObject({ present: 2, future: [] })
  expect(hasUnsavedChanges(edited)).toBe(true)
  expect(hasUnsavedChanges(undo(undo(edited)))).toBe(false)
})

test('one gesture is one step', () => {
  const dragged = commit(commit(commit(historyOf(0), 1, 'resize C1'), 2, 'resize C1'), 3)
  expect(dragged.past).toEqual([0, 2])
})

test('a history that overflowed stays unsaved even when all of it is undone', () => {
  let history = historyOf(0)
  for (let step = 1; step <= HISTORY_LIMIT + 1; step++) history = commit(history, step)
  expect(history).toMatchObject({ isExceeded: true })
  expect(history.past).toHaveLength(HISTORY_LIMIT)
  while (history.past.length > 0) history = undo(history)
  expect(hasUnsavedChanges(history)).toBe(true)
})

test('a removed filter can be restored for five seconds', () => {
  const edit = addFilter(addFilter(filterEdit([]), newFilter('a', 'A')), newFilter('b', 'B'))
  const child = changeFilter(edit, 'b', (one) => (isFilter(one) ? { ...one, cascadeParentIds: ['a'] } : one))
  const removed = removeFilter(child, 'a', 1_000)
  expect(finaliseRemovals(removed, 5_999).filters).toHaveLength(2)
  expect(editedFilters(restoreFilter(removed, 'a')).map((one) => one.id)).toEqual(['a', 'b'])
  const final = finaliseRemovals(removed, 6_000)
  expect(final.filters).toMatchObject([{ id: 'b', cascadeParentIds: [] }])
  expect(editedFilters(removed).map((one) => one.id)).toEqual(['b'])
})

test('a filter never depends on itself in a circle', () => {
  const filters = [newFilter('a', 'A'), { ...newFilter('b', 'B'), cascadeParentIds: ['a'] }, newFilter('c', 'C')]
  expect(possibleParents(filters, 'a').map((one) => one.id)).toEqual(['c'])
  expect(possibleParents(filters, 'b').map((one) => one.id)).toEqual(['a', 'c'])
})

test('a filter without name, dataset or column says so', () => {
  const edit = addFilter(filterEdit([]), newFilter('a', ' '))
  expect(filterProblems(edit).map((problem) => problem.field)).toEqual(['name', 'dataset', 'column'])
})

test('a filter to be filled in is none where it is left empty and aside', () => {
  const edit = filterEditWith([newDivider('a', 'A')], newFilter('b', '', mainDatasetId([{ datasetId: 4 }])))
  expect(edit).toMatchObject({ selectedId: 'b', filters: [{}, { targets: [{ datasetId: 4 }] }] })
  expect(filterProblems(edit).map((problem) => problem.field)).toEqual(['name', 'column'])
  const aside = { ...edit, selectedId: 'a' }
  expect([filterProblems(aside), editedFilters(aside).map((one) => one.id)]).toEqual([[], ['a']])
  const named = changeFilter(edit, 'b', (one) => ({ ...one, name: 'B' }))
  expect(filterProblems({ ...named, selectedId: 'a' })).toHaveLength(1)
})

test('a filter begins with the dataset that most charts ask', () => {
  expect(mainDatasetId([1, 2, null, 2, null, null].map((datasetId) => ({ datasetId })))).toBe(2)
  expect(mainDatasetId([])).toBe(null)
})

test('changes of filters name what was modified, deleted and reordered', () => {
  const saved = [newFilter('a', 'A'), newFilter('b', 'B'), newFilter('c', 'C')]
  const edited = [newFilter('c', 'C'), newFilter('a', 'Other')]
  expect(filterChanges(saved, edited)).toEqual({ modified: [edited[1]], deleted: ['b'], reordered: ['c', 'a'] })
  expect(filterChanges(saved, saved)).toEqual({ modified: [], deleted: [], reordered: [] })
})

test.each<[string, Record<string, unknown>]>([
  ['standalone=1', { hidesNavigation: true, hidesTitle: false }],
  ['standalone=2', { hidesNavigation: true, hidesTitle: true }],
  ['standalone=true&edit=false', { standalone: 1, isEdit: false }],
  ['edit=true', { isEdit: true }],
  ['edit=0', { isEdit: false }],
  ['uiConfig=11', { hidesTitle: true, hidesTabs: true, hidesNavigation: false, hidesChartControls: true }],
  ['native_filters_key=k&permalink_key=p', { nativeFiltersKey: 'k', permalinkKey: 'p' }],
  ['standalone=x', { standalone: 0 }],
])('the address ?%s is read', (search, expected) => {
  expect(parseUrlState(new URLSearchParams(search), '#CHART-1')).toMatchObject({ ...expected, anchor: 'CHART-1' })
})

test('an anchor that is no encoding stands for itself', () => {
  expect(parseUrlState(new URLSearchParams(), '#50%').anchor).toBe('50%')
  expect(parseUrlState(new URLSearchParams(), '#CHART-%C3%BC').anchor).toBe('CHART-ü')
})

test('a round of refreshes is spread over the stagger time and leaves exempt charts alone', () => {
  const metadata = parseMetadata('{"stagger_time":10000,"timed_refresh_immune_slices":[2]}')
  expect(refreshPlan(metadata, [1, 2, 3, 4])).toEqual([
    { chartId: 1, delayMs: 0 },
    { chartId: 3, delayMs: 5_000 },
    { chartId: 4, delayMs: 10_000 },
  ])
  expect(refreshPlan(parseMetadata('{"stagger_refresh":false}'), [1, 2]).map((one) => one.delayMs)).toEqual([0, 0])
})
