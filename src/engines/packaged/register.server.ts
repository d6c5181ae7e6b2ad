import { addFileForm } from '../connection-forms.ts'
import { addDialect } from '../dialects.ts'
import { addNetworkEngine } from '../network-address.ts'
import { networkUri } from '../network-uri.ts'
import type { EnginePackage } from './contract.server.ts'

/** An engine of an installed package, and the modules of the package. */
export interface PackagedEngine extends EnginePackage {
  /** File URLs. */
  readonly entry: string
  readonly worker: string
}

const registered = new Map<string, PackagedEngine>()

/** Makes an engine known to everything that asks for dialects, forms and addresses. Once more is as good as once. */
export function registerEngine(engine: PackagedEngine): void {
  const { dialect } = engine
  const form = { ...engine.form, isDirectOnly: true }
  registered.set(dialect.id, engine)
  addDialect(dialect)
  const parameters = (form.options ?? []).map(({ name }) => name)
  const rules = { defaultPort: form.port ?? 0, parameters, needsUser: form.required.includes('username') }
  if (form.kind === 'file') addFileForm(dialect.id, form)
  else addNetworkEngine({ dialect, form, read: (uri) => networkUri(uri, rules) })
}

/** The engine of a package by its id; null for one of the product's own. */
export const packagedEngine = (id: string): PackagedEngine | null => registered.get(id) ?? null

/** File URLs of what has to be loaded where dialects are needed. */
export const packagedEntries = (): readonly string[] => [...registered.values()].map(({ entry }) => entry)
