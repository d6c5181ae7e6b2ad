import { bootstrap } from '../app/bootstrap.ts'
import { HttpError } from '../data/http.ts'
import { text } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { requestedByAddress } from './model/address.ts'
import { copyName } from './model/new-editor.ts'
import { readHandedOver, readPosted } from './model/posted.ts'
import { allEditors, type EditorTab } from './model/state.ts'
import { savedApi } from './saved-api.ts'
import { editorStore, tabActions } from './store.ts'

/** Opens what the address asks for in a tab, and takes the request out of the address. */
export async function openRequested(): Promise<void> {
  const requested = requestedByAddress(location.pathname, location.search)
  if (requested.kind === 'nothing') return openPosted()
  try {
    switch (requested.kind) {
      case 'savedQuery':
        await openSavedQuery(requested.id)
        break
      case 'query':
        await openRun(requested.id)
        break
      case 'permalink': {
        const link = await savedApi.readPermalink(requested.key)
        addForeign({ ...link, templateParams: link.templateParams ?? null, catalog: link.catalog ?? null })
        break
      }
      case 'dataset':
        await openDataset(requested.id, requested.sql, addForeign)
        break
      case 'tab':
        addForeign(givenTab(requested))
        break
    }
  } catch (error) {
    toast.danger(text(requested.kind === 'dataset' ? datasetFailure(error) : "The query couldn't be loaded"))
  }
  history.replaceState(history.state, '', '/sqllab/')
}

/** A tab that shows the saved query already is brought to the front, with what is saved by now unless it was edited. */
export async function openSavedQuery(id: number): Promise<void> {
  const saved = await savedApi.read(id)
  const open = allEditors(editorStore.getState()).find((editor) => editor.remoteId === id)
  if (open !== undefined) {
    tabActions.switchTo(open.id)
    const { sql, label: name } = saved
    if (open.sql === open.savedSql && open.sql !== sql) tabActions.set(open.id, { sql, savedSql: sql, name })
    return
  }
  tabActions.add({
    remoteId: saved.id,
    name: saved.label,
    dbId: saved.database?.id ?? null,
    catalog: saved.catalog,
    schema: saved.schema,
    sql: saved.sql,
    savedSql: saved.sql,
    templateParams: saved.template_parameters,
  })
}

async function openRun(id: number): Promise<void> {
  const run = await savedApi.readRun(id)
  tabActions.add({ name: copyName(run.tab_name), sql: run.sql, schema: run.schema, dbId: run.database.id })
}

/** A query that a link or another page brings runs by itself only where it can change nothing. */
function addForeign(given: Partial<EditorTab>): void {
  const id = tabActions.add({ ...given, autorun: false })
  const { queryEditors, databases } = editorStore.getState()
  const dbId = queryEditors.find((editor) => editor.id === id)?.dbId ?? null
  const canWrite = dbId === null || databases[dbId]?.allow_dml !== false
  if (given.autorun === true && !canWrite) tabActions.set(id, { autorun: true })
}

async function openDataset(id: number, sql: string | null, add: (given: Partial<EditorTab>) => unknown): Promise<void> {
  const dataset = await savedApi.readDataset(id)
  add({
    name: `Query ${dataset.name}`,
    dbId: dataset.database.id,
    schema: dataset.schema,
    sql: sql ?? dataset.select_star ?? '',
    autorun: sql !== null,
  })
}

/** A dataset that is not there is another failure than one whose SQL could not be read. */
const datasetFailure = (error: unknown): string =>
  error instanceof HttpError && error.status === 404
    ? "The datasource couldn't be loaded"
    : 'An error occurred while loading the SQL'

type RequestedTab = Extract<ReturnType<typeof requestedByAddress>, { kind: 'tab' }>

const givenTab = (requested: RequestedTab): Partial<EditorTab> => ({
  autorun: requested.autorun,
  ...(requested.sql === '' ? {} : { sql: requested.sql }),
  ...(requested.name === null ? {} : { name: requested.name }),
  ...(requested.dbId === null ? {} : { dbId: requested.dbId, schema: requested.schema, catalog: requested.catalog }),
})

let isPostedTaken = false

/** Another screen may hand over a query with the navigation, another page by a posted form. */
async function openPosted(): Promise<void> {
  const page = bootstrap()
  const posted = !isPostedTaken && 'requested_query' in page ? readPosted(page.requested_query) : null
  const handedOver = readHandedOver(history.state)
  const requested = posted ?? handedOver
  if (requested === null) return
  if (posted !== null) isPostedTaken = true
  history.replaceState(null, '', '/sqllab/')
  const add = posted === null ? tabActions.add : addForeign
  if (requested.datasetId === null) add(requested.tab)
  else
    await openDataset(requested.datasetId, requested.tab.sql ?? null, add).catch((error: unknown) =>
      toast.danger(text(datasetFailure(error))),
    )
}
