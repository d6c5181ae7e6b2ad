import { MASK } from '../../../gateway/database-address.ts'
import { type Draft, extraOf, hasTunnel, isMoved, type Place } from './draft.ts'
import { tunnelBody } from './tunnel.ts'
import type { WireConnection } from './wire.ts'

/** The parameters of a form. An empty password means the stored one, where there is one. */
function parametersOf({ values, options }: Pick<Place, 'values' | 'options'>, hasStoredPassword: boolean) {
  const parameters = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (name === 'ssh' ? [] : [[name, value === '' ? null : value]])),
  )
  const isKept = hasStoredPassword && values.password === ''
  return { ...parameters, ...(isKept ? { password: MASK } : {}), query: options }
}

/** What is asked to try the address of a form. */
export const trialOf = (draft: Place, stored: WireConnection | null) => ({
  ...(stored ? { id: stored.id } : {}),
  engine: draft.engine,
  configuration_method: 'dynamic_form',
  parameters: parametersOf(draft, hasPassword(stored)),
  ssh_tunnel: tunnelOf(draft, stored),
})

const tunnelOf = (draft: Place, stored: WireConnection | null) =>
  hasTunnel(draft) ? tunnelBody(draft.tunnel, stored?.ssh_tunnel ?? null) : null

const namesIn = (text: string) => text.split(',').flatMap((name) => name.trim() || [])

/** The body that saves a form. An address that is as before is not sent again. */
export function bodyOf(draft: Draft, before: Draft | null, stored: WireConnection | null) {
  const { settings } = draft
  return {
    database_name: draft.name.trim(),
    ...(isMoved(draft, before)
      ? {
          engine: draft.engine,
          configuration_method: 'dynamic_form',
          parameters: parametersOf(draft, hasPassword(stored)),
          ssh_tunnel: tunnelOf(draft, stored),
        }
      : {}),
    expose_in_sqllab: settings.isExposed,
    allow_ctas: settings.canCreateTables,
    allow_cvas: settings.canCreateViews,
    force_ctas_schema: settings.createdSchema.trim() === '' ? null : settings.createdSchema.trim(),
    allow_dml: settings.canChangeData,
    allow_run_async: settings.runsInBackground,
    allow_multi_catalog: settings.hasCatalogs,
    allow_file_upload: settings.takesFiles,
    cache_timeout: settings.cacheTimeoutSec,
    extra: JSON.stringify({
      ...extraOf(stored?.extra ?? '{}'),
      cost_estimate_enabled: settings.canEstimate,
      disable_data_preview: !settings.hasPreviews,
      ...(settings.takesFiles ? { schemas_allowed_for_file_upload: namesIn(settings.fileSchemas) } : {}),
    }),
  }
}

/** True when the server keeps a password of the connection. */
export const hasPassword = (stored: WireConnection | null): boolean => stored?.parameters.password === MASK
