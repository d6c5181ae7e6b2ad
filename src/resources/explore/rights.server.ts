import type { Services } from '../../gateway/services.server.ts'
import { canReadDataset } from '../../metadata/access.server.ts'
import { findDataset } from '../../metadata/datasets.server.ts'
import { visibleCharts } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import type { StoredFormData } from './stored.ts'

/** Refuses form data that is no JSON (400), and that of a dataset or chart which the caller may not read. */
export async function checkFormData(
  services: Services,
  body: Pick<StoredFormData, 'datasource_id' | 'form_data'> & { readonly chart_id?: number | null | undefined },
  caller: Caller,
): Promise<void> {
  try {
    JSON.parse(body.form_data)
  } catch (cause) {
    throw new Problem(400, ['JSON not valid'], { cause })
  }
  await checkDataset(services, Number(body.datasource_id), caller, 'Resource was not found.')
  if (body.chart_id) await checkChart(services, body.chart_id, caller, 'Resource was not found.')
}

/** Refuses a chart that does not exist for the caller (404, with this text). */
export async function checkChart({ db }: Services, id: number, caller: Caller, missing: string): Promise<void> {
  const one = db.selectFrom('charts').select('id').where('id', '=', id).where(visibleCharts(caller))
  if (!(await one.executeTakeFirst())) throw new Problem(404, missing)
}

/** Refuses a dataset that does not exist (404, with this text) or that the caller may not read (403). */
export async function checkDataset({ db }: Services, id: number, caller: Caller, missing: string): Promise<void> {
  const record = Number.isInteger(id) ? await findDataset(db, id) : null
  if (!record) throw new Problem(404, missing)
  if (!canReadDataset(caller, record.database, record.dataset))
    throw new Problem(403, "You don't have permission to modify the value.")
}
