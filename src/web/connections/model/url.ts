import { type ConnectionForm, FILE_FORM, SERVER_FORM } from '../../../engines/connection-form.ts'
import { connectionForm } from '../../../engines/connection-forms.ts'
import { addressOfParameters, parametersOfAddress } from '../../../gateway/connection-parameters.ts'
import { formatAddress, MASK, parseAddress } from '../../../gateway/database-address.ts'
import { engineOfAddress, knownEngine } from '../../../gateway/engines-of.ts'
import { type Draft, placeOf } from './draft.ts'
import type { WireEngine } from './wire.ts'

export type ReadUrl =
  | { readonly state: 'read'; readonly draft: Draft }
  | { readonly state: 'bad'; readonly fault: string; readonly scheme: string }

/** Takes an address apart into the form. The mask means the password that the form has already. */
export function readUrl(url: string, draft: Draft, engines: readonly WireEngine[]): ReadUrl {
  const address = parseAddress(url)
  if (!address)
    return { state: 'bad', fault: 'This is no address of the form engine://user:password@host:port/name', scheme: '' }
  const dialect = engineOfAddress(url)
  const engine = engines.find((one) => one.engine === address.scheme || dialect?.uriSchemes.includes(one.engine))
  if (!engine) return { state: 'bad', fault: 'This server opens no databases of “{{scheme}}”', scheme: address.scheme }
  const place = placeOf({
    ...parametersOfAddress(address, formOf(engine.engine, engine) ?? SERVER_FORM),
    ...(address.password === null || address.password === MASK ? {} : { password: address.password }),
  })
  const isMasked = address.password === MASK
  const ssh = 'ssh' in engine.parameters.properties ? { ssh: draft.values.ssh === true } : {}
  const values = { ...place.values, ...ssh, ...(isMasked ? { password: draft.values.password ?? '' } : {}) }
  return { state: 'read', draft: { ...draft, engine: engine.engine, values, options: place.options } }
}

/** The address of the form, its password masked; empty while the form has none. `told` is what the server says of the engine. */
export function urlOf({ engine, values, options }: Draft, hasStoredPassword: boolean, told: WireEngine | null = null) {
  const form = engine === null ? null : formOf(engine, told)
  if (engine === null || !form) return ''
  const isSecret = values.password !== undefined && (values.password !== '' || hasStoredPassword)
  const parameters = { ...values, password: isSecret ? MASK : null, query: options }
  const read = addressOfParameters(engine, parameters, form)
  return read.state === 'good' && (values.host || values.database) ? formatAddress(read.address) : ''
}

/** What an engine's addresses look like; of the engine of a package only the server knows. */
function formOf(engine: string, told: WireEngine | null): ConnectionForm | null {
  const dialect = knownEngine(engine)
  if (dialect) return connectionForm(dialect.id)
  if (!told) return null
  const { properties } = told.parameters
  const options = Object.keys(properties.query?.properties ?? {}).map((name) => ({ name, title: name }))
  return { ...('host' in properties ? SERVER_FORM : FILE_FORM), options }
}

/** The option of an engine's addresses that says how a connection is encrypted. */
export function encryptionOption(engine: string | null): string | null {
  const dialect = engine === null ? null : knownEngine(engine)
  return dialect ? (connectionForm(dialect.id).encryption?.option ?? null) : null
}
