import type { QueryObject } from '../../query/query-object.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import type { ClusterMapOptions } from './options.ts'

const COUNT = 'count'
const AUTO = 'Auto'

/** The column of numbers that clusters add up, if they do not count points. */
export const valueColumnOf = ({ labels }: ClusterMapOptions): string | null =>
  labels.find((label) => label !== COUNT) ?? null

export const radiusColumnOf = ({ pointRadius }: ClusterMapOptions): string | null =>
  pointRadius === null || pointRadius === AUTO ? null : pointRadius

/** The points as they are, or one for each group. */
export function clusterMapQuery(options: ClusterMapOptions): readonly QueryObject[] {
  const { longitude, latitude, groupby } = options
  const asked = [...given(longitude, latitude), ...given(valueColumnOf(options), radiusColumnOf(options)), ...groupby]
  return [plainQuery(options, asked, groupby.length > 0 ? [] : null)]
}
