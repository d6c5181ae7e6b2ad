import { auditEvent } from '../../gateway/audit-event.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Row, RowPatch } from '../../metadata/tables.server.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { allKnownIds } from '../kit/known-ids.server.ts'
import { itemEnvelope, listEndpoints } from '../kit/list.server.ts'
import { changeStamps, newStamps } from '../kit/stamps.server.ts'
import { type CssTemplateBody, cssTemplateRoutes as routes } from './contract.ts'
import { cssTemplateSpec } from './list-spec.server.ts'

export function cssTemplateEndpoints(services: Services): Endpoint[] {
  const spec = cssTemplateSpec(services)
  const find = ({ params }: { readonly params: { readonly id: number } }) => findTemplate(services, params.id)
  return [
    ...listEndpoints(routes, spec, services),
    endpoint(routes.create, async ({ body }, caller, context) => {
      const row = await insertTemplate(services, body, caller.userId)
      services.audit(auditEvent('css_template.create', `css_template:${row.id}`, caller, context))
      return { id: row.id, result: shown(row) }
    }),
    endpoint(routes.bulkDelete, async ({ q }, caller, context) => {
      const ids = await allKnownIds(services.db, 'css_templates', q)
      await deleteTemplates(services, ids)
      for (const id of ids) services.audit(auditEvent('css_template.delete', `css_template:${id}`, caller, context))
      return { message: `Deleted ${ids.length} css template${ids.length === 1 ? '' : 's'}` }
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
      handle: async ({ body }, caller, { id }, context) => {
        const row = await updateTemplate(services, id, body, caller.userId)
        services.audit(auditEvent('css_template.change', `css_template:${id}`, caller, context))
        return { id, result: shown(row) }
      },
    }),
    objectEndpoint(routes.remove, {
      find,
      handle: async (_, caller, { id }, context) => {
        await deleteTemplates(services, [id])
        services.audit(auditEvent('css_template.delete', `css_template:${id}`, caller, context))
        return { message: 'OK' }
      },
    }),
  ]
}

const shown = ({ template_name, css }: Row<'css_templates'>) => ({ template_name, css })

const findTemplate = async ({ db }: Services, id: number): Promise<Row<'css_templates'> | null> =>
  (await db.selectFrom('css_templates').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

const insertTemplate = (services: Services, body: CssTemplateBody, userId: number | null) =>
  services.db
    .insertInto('css_templates')
    .values({
      template_name: body.template_name ?? null,
      css: body.css ?? '',
      ...newStamps(services, userId),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

function updateTemplate(services: Services, id: number, body: CssTemplateBody, userId: number | null) {
  const patch: RowPatch<'css_templates'> = {
    ...changeStamps(services, userId),
    ...(body.template_name !== undefined && { template_name: body.template_name }),
    ...(body.css !== undefined && { css: body.css ?? '' }),
  }
  return services.db
    .updateTable('css_templates')
    .set(patch)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function deleteTemplates({ db }: Services, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('css_templates')
    .where('id', 'in', [...ids])
    .execute()
}
