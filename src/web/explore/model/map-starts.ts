import type { FormData } from '../../data/chart-request.ts'
import { columnsOf } from './fields.ts'
import { columnsIn } from './metrics.ts'
import { isPlaced, spatialOf } from './spatial.ts'
import type { ExploreDataset, WireMetric } from './wire.ts'

/** A column that is called after places, else the first group of the question, else the first dimension of words. */
export function placeStart(
  form: FormData,
  dataset: ExploreDataset,
  _metric: WireMetric,
  names = /state|region|province/i,
): FormData {
  if (columnsIn(form.entity).length > 0) return {}
  const words = columnsOf(dataset, 'text')
  const entity = words.find((name) => names.test(name)) ?? columnsIn(form.groupby)[0] ?? words[0]
  return entity === undefined ? {} : { entity }
}

/** Countries, which are more often written as names than as codes; values are seen whatever they are. */
export function worldMapStart(form: FormData, dataset: ExploreDataset, metric: WireMetric): FormData {
  const start = placeStart(form, dataset, metric, /country|nation|land/i)
  return start.entity === undefined || form.country_fieldtype !== undefined
    ? start
    : { ...start, country_fieldtype: 'name' }
}

/** Columns that are called after the two numbers of a place. */
function placeColumns(dataset: ExploreDataset) {
  const numbers = columnsOf(dataset, 'number')
  const latitude = numbers.find((name) => /^lat$|latitude|_lat$/i.test(name))
  const longitude = numbers.find((name) => /^(lon|lng|long)$|longitude|_(lon|lng|long)$/i.test(name))
  return { latitude, longitude }
}

export function pointMapStart(form: FormData, dataset: ExploreDataset): FormData {
  const { latitude, longitude } = placeColumns(dataset)
  if (isPlaced(form.spatial) || latitude === undefined || longitude === undefined) return {}
  return { spatial: spatialOf({ latitude, longitude }) }
}

export function clusterMapStart(form: FormData, dataset: ExploreDataset): FormData {
  const { latitude, longitude } = placeColumns(dataset)
  const has = (field: string) => columnsIn(form[field]).length > 0
  return {
    ...(has('all_columns_x') || longitude === undefined ? {} : { all_columns_x: longitude }),
    ...(has('all_columns_y') || latitude === undefined ? {} : { all_columns_y: latitude }),
    ...(form.autozoom === undefined ? { autozoom: true } : {}),
  }
}
