import { metadataOf } from '../../../query/dashboard/metadata.ts'
import { positionsOf } from '../../../query/dashboard/position-json.ts'
import type { Draft } from './draft.ts'
import type { WireDraft } from './wire.ts'

/** A draft as it would be read; `draftFrom` makes the same of it again. */
export function wireOf({ layout, metadata, properties }: Draft): WireDraft {
  return {
    dashboard_title: properties.title,
    slug: properties.slug,
    css: properties.css,
    theme: properties.theme && { id: properties.theme.id, json_data: properties.theme.json },
    published: properties.isPublished,
    owners: properties.owners,
    roles: properties.roles,
    certified_by: properties.certifiedBy,
    certification_details: properties.certificationDetails,
    json_metadata: JSON.stringify(metadataOf(metadata)),
    position_json: JSON.stringify(positionsOf(layout, properties.title)),
  }
}
