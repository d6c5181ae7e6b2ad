import { auditEvent } from '../../gateway/audit-event.server.ts'
import { openArchive } from '../../gateway/import-files.server.ts'
import { inTransaction, readImportFields } from '../../gateway/import-run.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { readUpload } from '../../gateway/upload.server.ts'
import { archiveAnswer } from '../../gateway/zip.server.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { forbidden, notFound } from '../../wire/problem.ts'
import { allKnownIds } from '../kit/known-ids.server.ts'
import { itemEnvelope, listEndpoints } from '../kit/list.server.ts'
import { themeRoutes as routes } from './contract.ts'
import { filesOfThemes, importThemes, THEME_TYPE } from './files.server.ts'
import { themeSpec } from './list-spec.server.ts'
import {
  deleteThemes,
  findTheme,
  insertTheme,
  mayChangeTheme,
  setSystemTheme,
  type Theme,
  updateTheme,
} from './store.server.ts'
import { readThemeBody } from './theme-body.ts'

export const themeEndpoints = (services: Services): Endpoint[] => [
  ...listEndpoints(routes, themeSpec(services), services),
  ...oneEndpoints(services),
  ...severalEndpoints(services),
  ...systemEndpoints(services),
]

const shown = ({ json_data, theme_name }: Theme) => ({ json_data, theme_name })

function oneEndpoints(services: Services): Endpoint[] {
  const spec = themeSpec(services)
  const find = ({ params }: { readonly params: { readonly id: number } }) => findTheme(services, params.id)
  return [
    endpoint(routes.create, async ({ body }, caller, context) => {
      const row = await insertTheme(services, readThemeBody(body, true), caller.userId)
      services.audit(auditEvent('theme.create', `theme:${row.id}`, caller, context))
      return { id: row.id, result: shown(row) }
    }),
    objectEndpoint(routes.read, {
      find,
      handle: async ({ params, q }, caller) => {
        const [record = {}] = await spec.load([params.id], caller)
        return itemEnvelope(spec, params.id, record, q)
      },
    }),
    objectEndpoint(routes.update, {
      find,
      allow: mayChangeTheme,
      handle: async ({ body }, caller, { id }, context) => {
        const row = await updateTheme(services, id, readThemeBody(body, false), caller.userId)
        services.audit(auditEvent('theme.change', `theme:${id}`, caller, context))
        return { id, result: shown(row) }
      },
    }),
    objectEndpoint(routes.remove, {
      find,
      allow: mayChangeTheme,
      handle: async (_, caller, { id }, context) => {
        await deleteThemes(services, [id])
        services.audit(auditEvent('theme.delete', `theme:${id}`, caller, context))
        return { message: 'Deleted 1 theme' }
      },
    }),
  ]
}

function severalEndpoints(services: Services): Endpoint[] {
  return [
    endpoint(routes.bulkDelete, async ({ q }, caller, context) => {
      const ids = await allKnownIds(services.db, 'themes', q)
      for (const id of ids) {
        const theme = await findTheme(services, id)
        if (theme === null || mayChangeTheme(theme, caller) !== true) throw forbidden()
      }
      await deleteThemes(services, ids)
      for (const id of ids) services.audit(auditEvent('theme.delete', `theme:${id}`, caller, context))
      return { message: `Deleted ${ids.length} theme${ids.length === 1 ? '' : 's'}` }
    }),
    endpoint(routes.exportZip, async ({ q }) => {
      const files = await filesOfThemes(services, [...new Set(q)])
      if (files === null) throw notFound()
      return archiveAnswer('theme', files, services.now())
    }),
    endpoint(routes.importZip, async (_input, caller, context) => {
      const { userId } = caller
      if (userId === null) throw forbidden()
      const { file, fields } = await readUpload(context, 'formData')
      const archive = await openArchive(file, 'theme', THEME_TYPE)
      const run = { services, caller, userId, noun: 'theme', ...readImportFields(fields) }
      await inTransaction(services, (own) => importThemes({ ...run, services: own }, archive))
      services.audit(auditEvent('theme.import', 'archive', caller, context))
      return { message: 'OK' }
    }),
  ]
}

function systemEndpoints(services: Services): Endpoint[] {
  const find = ({ params }: { readonly params: { readonly id: number } }) => findTheme(services, params.id)
  const sides = [
    [routes.setDefault, routes.unsetDefault, 'is_system_default'],
    [routes.setDark, routes.unsetDark, 'is_system_dark'],
  ] as const
  return sides.flatMap(([set, unset, side]) => [
    objectEndpoint(set, {
      find,
      handle: async (_, caller, { id }, context) => {
        await setSystemTheme(services, side, id)
        services.audit(auditEvent(`theme.${side}`, `theme:${id}`, caller, context))
        return { id, result: 'success' }
      },
    }),
    endpoint(unset, async (_, caller, context) => {
      await setSystemTheme(services, side, null)
      services.audit(auditEvent(`theme.${side}`, 'none', caller, context))
      return { result: 'success' }
    }),
  ])
}
