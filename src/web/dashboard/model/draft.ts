import { syncedWithLayout } from '../../../query/dashboard/chart-configuration.ts'
import type { Layout } from '../../../query/dashboard/layout.ts'
import { type Metadata, metadataOf } from '../../../query/dashboard/metadata.ts'
import { POSITION_LIMIT_CHARACTERS, positionsOf } from '../../../query/dashboard/position-json.ts'
import { savedTitle } from '../../../query/dashboard/title.ts'

export interface Person {
  readonly id: number
  readonly name: string
}

export interface DashboardTheme {
  readonly id: number
  /** The theme itself, as JSON. */
  readonly json: string
}

export interface Properties {
  readonly title: string
  readonly slug: string | null
  readonly css: string
  readonly theme: DashboardTheme | null
  readonly isPublished: boolean
  readonly certifiedBy: string
  readonly certificationDetails: string
  readonly owners: readonly Person[]
  readonly roles: readonly Person[]
}

/** All that is edited together, undone together and saved together. */
export interface Draft {
  readonly layout: Layout
  readonly metadata: Metadata
  readonly properties: Properties
}

/** The body of `PUT /api/v1/dashboard/{id}`. */
export function savePayload(draft: Draft, options: { readonly hasRoleAccess: boolean }): Record<string, unknown> {
  const { properties } = draft
  const title = savedTitle(properties.title)
  return {
    dashboard_title: title,
    slug: properties.slug?.trim() ? properties.slug.trim() : null,
    css: properties.css,
    theme_id: properties.theme?.id ?? null,
    owners: properties.owners.map((owner) => owner.id),
    ...(options.hasRoleAccess && { roles: properties.roles.map((role) => role.id) }),
    certified_by: properties.certifiedBy,
    certification_details: properties.certifiedBy === '' ? '' : properties.certificationDetails,
    json_metadata: JSON.stringify(metadataWithPositions(draft, title)),
  }
}

/** The body of `POST /api/v1/dashboard/{id}/copy/`. */
export function copyPayload(
  draft: Draft,
  options: { readonly title: string; readonly duplicatesCharts: boolean },
): Record<string, unknown> {
  const title = savedTitle(options.title)
  return {
    dashboard_title: title,
    css: draft.properties.css,
    duplicate_slices: options.duplicatesCharts,
    json_metadata: JSON.stringify(metadataWithPositions(draft, title)),
  }
}

/** True when the layout is longer than a dashboard can hold. */
export function isTooLarge(draft: Draft): boolean {
  return JSON.stringify(positionsOf(draft.layout, draft.properties.title)).length > POSITION_LIMIT_CHARACTERS
}

function metadataWithPositions(draft: Draft, title: string): Record<string, unknown> {
  const metadata = syncedWithLayout(draft.metadata, draft.layout)
  return { ...metadataOf(metadata), positions: positionsOf(draft.layout, title) }
}
