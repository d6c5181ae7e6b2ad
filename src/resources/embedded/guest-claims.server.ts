import type { z } from 'zod'
import type { Services } from '../../gateway/services.server.ts'
import { findDataset } from '../../metadata/datasets.server.ts'
import { type Lexicon, STANDARD_LEXICON } from '../../query/dialect.ts'
import { clauseFault } from '../../query/sql/clause-fault.ts'
import type { GuestClaims } from '../../wire/caller.ts'
import { invalidFields, Problem } from '../../wire/problem.ts'
import type { embeddedRoutes } from './contract.ts'

type Asked = z.output<typeof embeddedRoutes.guestToken.body>

/** The longest token that fits into a header beside the others, in characters of its claims. */
const MOST_CHARACTERS = 8_000

/**
 * What a guest token is asked to say, checked: its dashboards are embedded, its clauses are conditions in the words of
 * the databases that they are for. Throws 400.
 */
export async function guestClaims(services: Services, { user, resources, rls }: Asked): Promise<GuestClaims> {
  await refuseUnknown(services, resources)
  const rules = rls.map(({ dataset, clause }) => ({ dataset: dataset ?? null, clause }))
  for (const { dataset, clause } of rules) {
    const lexicons = dataset === null ? await lexiconsOf(services, resources) : [await lexiconOf(services, dataset)]
    const fault = lexicons.map((lexicon) => clauseFault(clause, lexicon)).find((text) => text !== null)
    if (fault) throw invalidFields({ rls: [fault] })
  }
  const claims = {
    user: { username: user?.username ?? '', firstName: user?.first_name ?? '', lastName: user?.last_name ?? '' },
    resources: resources.map(({ type, id }) => ({ type, id })),
    rls: rules,
  }
  if (JSON.stringify(claims).length > MOST_CHARACTERS)
    throw new Problem(400, `A token holds at most ${MOST_CHARACTERS} characters.`)
  return claims
}

async function refuseUnknown({ db }: Services, resources: Asked['resources']): Promise<void> {
  const ids = [...new Set(resources.map(({ id }) => id))]
  const known = await db.selectFrom('embedded').select('uuid').where('uuid', 'in', ids).execute()
  if (known.length < ids.length) throw new Problem(400, 'Embedded dashboard not found')
}

async function lexiconOf(services: Services, datasetId: number): Promise<Lexicon> {
  const record = await findDataset(services.db, datasetId)
  return record ? (await services.gateway.open(record.database)).dialect.lexicon : STANDARD_LEXICON
}

/** Those of all datasets of the dashboards; the standard's where there is none. */
async function lexiconsOf(services: Services, resources: Asked['resources']): Promise<readonly Lexicon[]> {
  const rows = await services.db
    .selectFrom('embedded')
    .innerJoin('dashboard_charts', 'dashboard_charts.dashboard_id', 'embedded.dashboard_id')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .where(
      'embedded.uuid',
      'in',
      resources.map(({ id }) => id),
    )
    .select('charts.datasource_id')
    .distinct()
    .execute()
  const ids = rows.flatMap(({ datasource_id }) => datasource_id ?? [])
  return ids.length === 0 ? [STANDARD_LEXICON] : Promise.all(ids.map((id) => lexiconOf(services, id)))
}
