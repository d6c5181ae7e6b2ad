import type { HttpError } from '../../data/http.ts'
import { type Draft, hasTunnel } from './draft.ts'
import { missingInTunnel } from './tunnel.ts'
import type { ParametersSchema, WireTunnel } from './wire.ts'

/** Texts by field: a parameter, `query.<option>`, `ssh_tunnel.<field>`, `database_name`. */
export type Faults = Readonly<Record<string, string>>

const NEEDED = 'This is needed'
/** The reason stands with the test; the field only says that it is meant. */
const LOOK_HERE = 'Look at this'

/** What is missing before anything is asked of the server. A stored connection keeps its password. */
export function missingFields(draft: Draft, schema: ParametersSchema | null, stored: WireTunnel | null = null): Faults {
  const required = schema?.required ?? []
  const missing = required.filter((name) => String(draft.values[name] ?? '').trim() === '')
  const inTunnel = hasTunnel(draft) ? missingInTunnel(draft.tunnel, stored) : []
  return {
    ...(draft.name.trim() === '' ? { database_name: NEEDED } : {}),
    ...Object.fromEntries(missing.map((name) => [name, NEEDED])),
    ...Object.fromEntries(inTunnel.map((name) => [`ssh_tunnel.${name}`, NEEDED])),
  }
}

/** What the server says of fields: by their names, or as the list of those at fault. */
export function faultsOfError(error: HttpError): Faults {
  const told = Object.entries(error.fields).map(([name, texts]) => [name, texts[0] ?? error.message])
  const extra = error.errors[0]?.extra
  if (!extra) return Object.fromEntries(told)
  const faults = typeof extra.faults === 'object' && extra.faults !== null ? (extra.faults as Faults) : {}
  const invalid = namesOf(extra.invalid).map((name) => [name, faults[name] ?? LOOK_HERE])
  const missing = namesOf(extra.missing).map((name) => [name, NEEDED])
  return Object.fromEntries([...told, ...invalid, ...missing])
}

const namesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
