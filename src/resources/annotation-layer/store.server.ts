import type { Services } from '../../gateway/services.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Row, RowPatch } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { invalidFields, Problem } from '../../wire/problem.ts'
import { changeStamps, newStamps } from '../kit/stamps.server.ts'
import type { AnnotationBody, AnnotationPatch, LayerBody, LayerPatch } from './contract.ts'
import { instantOf } from './when.ts'

type Layer = Row<'annotation_layers'>
type Annotation = Row<'annotations'>

export const findLayer = async ({ db }: Services, id: number): Promise<Layer | null> =>
  (await db.selectFrom('annotation_layers').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

export const findAnnotation = async (
  { db }: Services,
  layerId: number,
  annotationId: number,
): Promise<Annotation | null> =>
  (await db
    .selectFrom('annotations')
    .selectAll()
    .where('id', '=', annotationId)
    .where('layer_id', '=', layerId)
    .executeTakeFirst()) ?? null

export async function insertLayer(services: Services, body: LayerBody, { userId }: Caller): Promise<number> {
  await refuseTakenName(services.db, body.name, null)
  const row = { name: body.name, descr: body.descr ?? null, ...newStamps(services, userId) }
  const made = await services.db
    .insertInto('annotation_layers')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw takenName()
  return made.id
}

export async function updateLayer(services: Services, layer: Layer, body: LayerPatch, { userId }: Caller) {
  if (body.name !== undefined) await refuseTakenName(services.db, body.name, layer.id)
  const patch: RowPatch<'annotation_layers'> = {
    ...changeStamps(services, userId),
    ...(body.name !== undefined && { name: body.name }),
    ...(body.descr !== undefined && { descr: body.descr }),
  }
  await services.db.updateTable('annotation_layers').set(patch).where('id', '=', layer.id).execute()
}

/** Deletes layers; throws 422 while one of them still holds annotations. */
export async function deleteLayers({ db }: Services, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const used = await trx
      .selectFrom('annotations')
      .select('id')
      .where('layer_id', 'in', [...ids])
      .executeTakeFirst()
    if (used) throw new Problem(422, 'Annotation layer has associated annotations.')
    await trx
      .deleteFrom('annotation_layers')
      .where('id', 'in', [...ids])
      .execute()
  })
}

export async function insertAnnotation(
  services: Services,
  layer: Layer,
  body: AnnotationBody,
  { userId }: Caller,
): Promise<Annotation> {
  const times = timesOf(body.start_dttm, body.end_dttm)
  await refuseTakenText(services.db, layer.id, body.short_descr, null)
  const made = await services.db
    .insertInto('annotations')
    .values({
      layer_id: layer.id,
      short_descr: body.short_descr,
      long_descr: body.long_descr ?? null,
      json_metadata: body.json_metadata ?? null,
      ...times,
      ...newStamps(services, userId),
    })
    .onConflict((conflict) => conflict.columns(['layer_id', 'short_descr']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!made) throw takenText()
  return made
}

export async function updateAnnotation(
  services: Services,
  annotation: Annotation,
  body: AnnotationPatch,
  { userId }: Caller,
): Promise<Annotation> {
  const times = timesOf(body.start_dttm ?? annotation.start_dttm, body.end_dttm ?? annotation.end_dttm)
  if (body.short_descr !== undefined)
    await refuseTakenText(services.db, annotation.layer_id, body.short_descr, annotation.id)
  const patch: RowPatch<'annotations'> = {
    ...changeStamps(services, userId),
    ...times,
    ...(body.short_descr !== undefined && { short_descr: body.short_descr }),
    ...(body.long_descr !== undefined && { long_descr: body.long_descr }),
    ...(body.json_metadata !== undefined && { json_metadata: body.json_metadata }),
  }
  return services.db
    .updateTable('annotations')
    .set(patch)
    .where('id', '=', annotation.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes annotations of a layer; throws 404 unless every id is one of them. */
export async function deleteAnnotations({ db }: Services, layerId: number, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => Math.abs(id) < 2 ** 31)
  const known = await db
    .selectFrom('annotations')
    .select('id')
    .where('layer_id', '=', layerId)
    .where('id', 'in', [-1, ...wanted])
    .execute()
  if (known.length === 0 || known.length < new Set(ids).size) throw new Problem(404, 'Not found')
  await db.deleteFrom('annotations').where('id', 'in', wanted).execute()
}

function timesOf(start: string, end: string) {
  const start_dttm = instantOf(start) ?? start
  const end_dttm = instantOf(end) ?? end
  if (end_dttm < start_dttm) throw invalidFields({ start_dttm: ['The end is before the start.'] }, 422)
  return { start_dttm, end_dttm }
}

const takenName = () => invalidFields({ name: ['Name must be unique'] }, 422)
const takenText = () => invalidFields({ short_descr: ['Short description must be unique for this layer'] }, 422)

async function refuseTakenName(db: MetadataDb, name: string, id: number | null): Promise<void> {
  const taken = await db.selectFrom('annotation_layers').select('id').where('name', '=', name).executeTakeFirst()
  if (taken && taken.id !== id) throw takenName()
}

async function refuseTakenText(db: MetadataDb, layerId: number, text: string, id: number | null): Promise<void> {
  const taken = await db
    .selectFrom('annotations')
    .select('id')
    .where('layer_id', '=', layerId)
    .where('short_descr', '=', text)
    .executeTakeFirst()
  if (taken && taken.id !== id) throw takenText()
}
