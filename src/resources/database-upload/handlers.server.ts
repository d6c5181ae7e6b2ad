import { lookIntoFile, withFileRows } from '../../engines/duckdb/upload-files.server.ts'
import { auditEvent } from '../../gateway/audit-event.server.ts'
import { fieldFaults, type SentFile, withSentFile } from '../../gateway/file-upload.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { usableDatabases } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { invalidFields, notFound } from '../../wire/problem.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { databaseUploadRoutes as routes } from './contract.ts'
import { readingOf, targetOf } from './reading.ts'
import { checkTarget, mayReplace, removableTables } from './rights.server.ts'
import { keepDataset, removeDatasets } from './upload-dataset.server.ts'

export function databaseUploadEndpoints(services: Services): Endpoint[] {
  const find = async ({ params }: { readonly params: { readonly id: number } }, caller: Caller) => {
    const rows = services.db.selectFrom('databases').selectAll().where('id', '=', params.id)
    return (await rows.where(usableDatabases(caller)).executeTakeFirst()) ?? null
  }
  return [
    endpoint(routes.names, async (_, _caller, context) => ({
      result: {
        items: await withSentFile(services, context, async (sent) => {
          const { sheets, columns } = await look(sent, context.signal)
          const column_names = columns.map(({ name }) => name)
          return sheets.length === 0
            ? [{ column_names, sheet_name: null }]
            : Promise.all(sheets.map((sheet) => namesOfSheet(sent, sheet, context.signal)))
        }),
      },
    })),
    endpoint(routes.preview, async (_, _caller, context) => ({
      result: await withSentFile(services, context, (sent) => look(sent, context.signal)),
    })),
    objectEndpoint(routes.upload, {
      find,
      handle: async (_, caller, database, context) => {
        await withSentFile(services, context, (sent) => upload(services, sent, database, caller, context))
        return { message: 'OK' }
      },
    }),
    objectEndpoint(routes.uploaded, {
      find,
      handle: async (_, caller, database) => ({ result: await removableTables(services, database, caller) }),
    }),
    objectEndpoint(routes.drop, {
      find,
      allow: (database, caller, { params }) => mayReplace(services, database, params.table, caller),
      handle: async ({ params }, caller, database, context) => {
        const { driver } = await services.gateway.open(database)
        if (!(await driver.loader?.drop?.(params.table))) throw notFound()
        await removeDatasets(services, database, params.table)
        services.audit(auditEvent('database.drop_upload', `database:${database.id}`, caller, context, params))
        return { message: 'OK' }
      },
    }),
  ]
}

async function look({ fields, path, dir }: SentFile, signal: AbortSignal) {
  refuse(fields)
  return lookIntoFile(path, readingOf(fields), dir, signal)
}

async function namesOfSheet({ fields, path, dir }: SentFile, sheet: string, signal: AbortSignal) {
  const { columns } = await lookIntoFile(path, { ...readingOf(fields), sheet }, dir, signal)
  return { column_names: columns.map(({ name }) => name), sheet_name: sheet }
}

async function upload(
  services: Services,
  sent: SentFile,
  database: Row<'databases'>,
  caller: Caller,
  context: RequestContext,
) {
  const { fields, path, dir } = sent
  refuse(fields)
  const target = targetOf(fields)
  const { loader, schema } = await checkTarget(services, database, target, caller)
  const reading = readingOf(fields)
  const rows = await withFileRows(path, reading, dir, context.signal, async ({ content }) => {
    await loader.load({ ...target, schema, content, signal: context.signal })
    return content.rows
  })
  await keepDataset(services, database, { ...target, schema }, caller)
  const detail = { table: target.table, schema, file: sent.fileName, rows, already_exists: target.ifExists }
  services.audit(auditEvent('database.upload', `database:${database.id}`, caller, context, detail))
}

function refuse(fields: Readonly<Record<string, string>>) {
  const faults = fieldFaults(fields)
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
}
