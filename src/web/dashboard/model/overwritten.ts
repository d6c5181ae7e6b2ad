import { HEADER_ID } from '../../../query/dashboard/layout.ts'
import { metadataOf } from '../../../query/dashboard/metadata.ts'
import { positionsOf } from '../../../query/dashboard/position-json.ts'
import { isFilter } from '../../../query/data-mask/filter-config.ts'
import { versionChanges } from '../../data/versions/version-changes.ts'
import type { Translate } from '../../ui/text.ts'
import type { Draft, Person } from './draft.ts'
import { mergeDrafts } from './merge.ts'

/** A setting in which what is saved and what somebody else saved differ, in words. */
export interface OverwrittenValue {
  readonly label: string
  readonly theirs: unknown
  readonly yours: unknown
  /** Whose value is left when both changes are kept. */
  readonly stays: 'theirs' | 'yours'
}

interface ThreeDrafts {
  /** What both began with. */
  readonly base: Draft
  readonly mine: Draft
  readonly theirs: Draft
}

/** What saving `mine` would put in the place of what somebody else saved. */
export function overwrittenValues({ base, mine, theirs }: ThreeDrafts, t: Translate): readonly OverwrittenValue[] {
  const stored = stateOf(theirs)
  const lost = versionChanges(stored, stateOf(mergeDrafts(base, mine, theirs)), t).map((change) => change.label)
  return versionChanges(stored, stateOf(mine), t).map(({ label, before, after }) => ({
    label,
    theirs: before,
    yours: after,
    stays: lost.includes(label) ? 'yours' : 'theirs',
  }))
}

/** What a person sets of a dashboard, under the names of the wire; what follows from it is left out. */
function stateOf({ layout, metadata, properties }: Draft): Record<string, unknown> {
  const { [HEADER_ID]: _title, ...position } = positionsOf(layout, '')
  const filters = metadata.filters.map((filter) => {
    if (!isFilter(filter)) return filter
    const { chartsInScope: _charts, tabsInScope: _tabs, ...set } = filter
    return set
  })
  return {
    dashboard_title: properties.title,
    slug: properties.slug,
    css: properties.css,
    theme_id: properties.theme?.id ?? null,
    certified_by: properties.certifiedBy,
    certification_details: properties.certificationDetails,
    owners: namesOf(properties.owners),
    roles: namesOf(properties.roles),
    position,
    metadata: metadataOf({ ...metadata, filters }),
  }
}

const namesOf = (people: readonly Person[]): string => people.map(({ name }) => name).join(', ')
