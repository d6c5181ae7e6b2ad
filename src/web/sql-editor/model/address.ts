import { decodeRison } from '../../../wire/rison.ts'

type Kind = 'number' | 'object' | 'boolean' | 'rison' | 'text'

/** A parameter of the address by its type; false is 'false' or '0', what cannot be read is null. */
export function addressParam(params: URLSearchParams, name: string, kind: 'number'): number | null
export function addressParam(params: URLSearchParams, name: string, kind: 'boolean'): boolean | null
export function addressParam(params: URLSearchParams, name: string, kind: 'text'): string | null
export function addressParam(params: URLSearchParams, name: string, kind: 'object' | 'rison'): unknown
export function addressParam(params: URLSearchParams, name: string, kind: Kind): unknown {
  const text = params.get(name)
  if (text === null) return null
  switch (kind) {
    case 'number':
      return text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text)
    case 'boolean':
      return text !== 'false' && text !== '0'
    case 'object':
      return tryRead(() => JSON.parse(text))
    case 'rison':
      return tryRead(() => decodeRison(text))
    case 'text':
      return text
  }
}

/** What the address asks the editor to open. */
export type Requested =
  | { readonly kind: 'savedQuery'; readonly id: number }
  | { readonly kind: 'query'; readonly id: number }
  | { readonly kind: 'permalink'; readonly key: string }
  | { readonly kind: 'dataset'; readonly id: number; readonly sql: string | null }
  | {
      readonly kind: 'tab'
      readonly dbId: number | null
      readonly sql: string
      readonly name: string | null
      readonly schema: string | null
      readonly catalog: string | null
      readonly autorun: boolean
    }
  | { readonly kind: 'nothing' }

export function requestedByAddress(path: string, search: string): Requested {
  const params = new URLSearchParams(search)
  const permalink = /\/sqllab\/p\/([^/]+)/.exec(path)?.[1]
  if (permalink !== undefined) return { kind: 'permalink', key: permalink }
  const savedId = addressParam(params, 'savedQueryId', 'number') ?? addressParam(params, 'id', 'number')
  if (savedId !== null) return { kind: 'savedQuery', id: savedId }
  const queryId = addressParam(params, 'queryId', 'number')
  if (queryId !== null) return { kind: 'query', id: queryId }
  const datasetId = datasetOf(params.get('datasourceKey'))
  if (datasetId !== null) return { kind: 'dataset', id: datasetId, sql: params.get('sql') }
  const sql = params.get('sql')
  if (sql === null && params.get('new') === null) return { kind: 'nothing' }
  return {
    kind: 'tab',
    dbId: addressParam(params, 'dbid', 'number'),
    sql: sql ?? '',
    name: params.get('name'),
    schema: params.get('schema'),
    catalog: params.get('catalog'),
    autorun: addressParam(params, 'autorun', 'boolean') ?? false,
  }
}

/** '12__table' is dataset 12, and so is '12'; any other key is 0, which no dataset is, so that asking for it fails. */
export function datasetOf(key: string | null): number | null {
  if (key === null || key === '') return null
  return Number(/^(\d+)(__table)?$/.exec(key)?.[1] ?? 0)
}

function tryRead(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return null
  }
}
