import { api } from './api.ts'
import { defaultDatabaseId } from './model/new-editor.ts'
import { pageSettings } from './settings.ts'
import { change, editorStore, tabActions } from './store.ts'

const EVERY_MS = 3_000

/**
 * Looks for databases while there are none, as at a first start that still prepares its examples or while somebody
 * connects one elsewhere. Tabs that could have none get the one of a new tab. Returns its end.
 */
export function awaitDatabases(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const look = async () => {
    const { databases } = await api.bootstrap().catch(() => ({ databases: {} }))
    if (isOver) return
    if (Object.keys(databases).length === 0) wait()
    else take(databases)
  }
  const wait = () => {
    timer = setTimeout(() => void look(), EVERY_MS)
  }
  if (Object.keys(editorStore.getState().databases).length === 0) wait()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

function take(databases: ReturnType<typeof editorStore.getState>['databases']): void {
  change((state) => ({ ...state, databases }))
  const dbId = defaultDatabaseId(databases, pageSettings().defaultDbId)
  for (const editor of editorStore.getState().queryEditors)
    if (editor.dbId === null) tabActions.set(editor.id, { dbId })
}
