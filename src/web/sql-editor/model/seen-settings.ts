import type { EditorTab, TabSettings } from './state.ts'

/** What of a tab is changed apart from its text. */
export const settingsOf = ({
  name,
  dbId,
  catalog,
  schema,
  queryLimit,
  hideLeftBar,
  autorun,
}: TabSettings): TabSettings => ({ name, dbId, catalog, schema, queryLimit, hideLeftBar, autorun })

/** A setting that is not changed here is as the server has it; what stands in one row belongs together. */
const TOGETHER: readonly (readonly (keyof TabSettings)[])[] = [
  ['name'],
  ['dbId', 'catalog', 'schema'],
  ['queryLimit'],
  ['hideLeftBar'],
  ['autorun'],
]

/** A tab that is changed here, with the settings that another place has changed meanwhile. */
export function withServerSettings(local: EditorTab, server: Partial<TabSettings>): EditorTab {
  const seen = local.seenSettings ?? null
  if (seen === null) return local
  const merged: EditorTab = { ...local, ...pick(server, unchanged(local, seen)) }
  return { ...merged, seenSettings: settingsOf({ ...seen, ...server }) }
}

const unchanged = (local: TabSettings, seen: TabSettings) =>
  TOGETHER.filter((group) => group.every((name) => local[name] === seen[name])).flat()

const pick = (settings: Partial<TabSettings>, names: readonly (keyof TabSettings)[]): Partial<TabSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => names.some((one) => one === name)))
