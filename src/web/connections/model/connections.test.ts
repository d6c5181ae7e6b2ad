import { describe, expect, it } from 'vitest'
import { MASK } from '../../../gateway/database-address.ts'
import { HttpError } from '../../data/http.ts'
import { faultsOfError, missingFields } from './checks.ts'
import { changeOption, changeValue, type Draft, draftOf, isMoved, startDraft } from './draft.ts'
import { bodyOf, trialOf } from './payload.ts'
import { type Trial, trialSteps } from './trial.ts'
import type { TunnelDraft } from './tunnel.ts'
import { encryptionOption, readUrl, urlOf } from './url.ts'
import type { FieldSchema, WireConnection, WireEngine } from './wire.ts'

const information = { supports_dml: true, supports_dynamic_catalog: false, supports_file_upload: true }
const engineOf = (engine: string, fields: Readonly<Record<string, FieldSchema>>, required: string[]): WireEngine => ({
  engine,
  name: engine,
  sqlalchemy_uri_placeholder: '',
  engine_information: information,
  parameters: { properties: { ...fields, query: { type: 'object' } }, required },
})
const text: FieldSchema = { type: 'string' }
const postgres = engineOf(
  'postgresql',
  {
    host: text,
    port: { type: 'integer', default: 5432 },
    database: text,
    username: text,
    password: { type: 'string', format: 'password' },
    encryption: { type: 'boolean' },
    ssh: { type: 'boolean' },
  },
  ['database', 'host', 'port', 'username'],
)
const duckdb = engineOf('duckdb', { access_token: { type: 'string', deprecated: true }, database: text }, ['database'])
const engines = [duckdb, postgres]

const stored: WireConnection = {
  id: 7,
  database_name: 'sales',
  backend: 'postgresql',
  sqlalchemy_uri: `postgresql://ann:${MASK}@h:5432/d`,
  parameters: { host: 'h', port: 5432, username: 'ann', password: MASK, database: 'd', encryption: false, query: {} },
  ssh_tunnel: null,
  expose_in_sqllab: true,
  allow_ctas: false,
  allow_cvas: false,
  allow_dml: false,
  allow_run_async: false,
  allow_file_upload: false,
  allow_multi_catalog: false,
  force_ctas_schema: null,
  cache_timeout: 60,
  extra: '{"engine_params":{"a":1},"cost_estimate_enabled":true}',
  is_managed_externally: false,
}

describe('a form', () => {
  it('starts with the defaults of its engine and keeps what was typed under the same name', () => {
    const typed = { ...startDraft(postgres), name: 'x' }
    expect(typed.values).toMatchObject({ host: '', port: '5432', encryption: false })
    const other = startDraft(duckdb, { ...typed, values: { ...typed.values, database: 'd', port: '1' } })
    expect(other).toMatchObject({ name: 'x', engine: 'duckdb', values: { database: 'd' } })
    expect(Object.keys(other.values)).toEqual(['database'])
    expect(startDraft(postgres, { ...other, values: { port: '1' } }).values.port).toBe('5432')
  })

  it('says what is missing', () => {
    expect(missingFields(startDraft(postgres), postgres.parameters)).toEqual({
      database_name: 'This is needed',
      database: 'This is needed',
      host: 'This is needed',
      username: 'This is needed',
    })
  })

  it('shows no stored password, and means it where none is typed', () => {
    const draft = draftOf(stored)
    expect(draft.values.password).toBe('')
    expect(trialOf(draft, stored)).toMatchObject({ id: 7, engine: 'postgresql', parameters: { password: MASK } })
    const typed = changeValue(draft, 'password', 'new', null)
    expect(trialOf(typed, stored).parameters).toMatchObject({ password: 'new' })
    expect(trialOf(startDraft(postgres), null).parameters).toMatchObject({ password: null })
  })

  it('leaves the address of the warehouse to the server', () => {
    const warehouse = { ...stored, backend: 'duckdb', sqlalchemy_uri: 'sightline://warehouse' }
    expect(draftOf(warehouse).engine).toBeNull()
  })

  it('names the schemas that take files, where files are taken', () => {
    const form = draftOf({
      ...stored,
      allow_file_upload: true,
      extra: '{"schemas_allowed_for_file_upload":["a","b c"]}',
    })
    expect(form.settings).toMatchObject({ takesFiles: true, fileSchemas: 'a, b c' })
    const typed = { ...form, settings: { ...form.settings, fileSchemas: ' files ,, more' } }
    const body = bodyOf(typed, form, stored)
    expect(body.allow_file_upload).toBe(true)
    expect(JSON.parse(body.extra)).toMatchObject({ schemas_allowed_for_file_upload: ['files', 'more'] })
  })
  it('sends an address only when it differs, and keeps the parts of extra that it does not know', () => {
    const before = draftOf(stored)
    expect(isMoved(before, before)).toBe(false)
    const body = bodyOf({ ...before, name: ' shop ' }, before, stored)
    expect(body).toMatchObject({ database_name: 'shop', cache_timeout: 60 })
    expect(body).not.toHaveProperty('parameters')
    expect(JSON.parse(body.extra)).toEqual({
      engine_params: { a: 1 },
      cost_estimate_enabled: true,
      disable_data_preview: false,
    })
    expect(bodyOf(changeValue(before, 'host', 'i', null), before, stored)).toMatchObject({ parameters: { host: 'i' } })
  })

  it('gives up the option with the encryption that it asked for', () => {
    const strict = changeOption(changeValue(draftOf(stored), 'encryption', true, 'sslmode'), 'sslmode', 'verify-full')
    expect(strict.options).toEqual({ sslmode: 'verify-full' })
    expect(changeValue(strict, 'encryption', false, encryptionOption('postgresql')).options).toEqual({})
    expect(changeOption(strict, 'sslmode', '').options).toEqual({})
  })
})

describe('an address', () => {
  it('is taken apart into the form, engine and options included', () => {
    const read = readUrl(
      'postgres://ann:s%40t@db:6432/my?sslmode=require&application_name=bi',
      startDraft(duckdb),
      engines,
    )
    expect(read).toMatchObject({
      state: 'read',
      draft: {
        engine: 'postgresql',
        values: { host: 'db', port: '6432', username: 'ann', password: 's@t', database: 'my', encryption: true },
        options: { application_name: 'bi' },
      },
    })
  })

  it('keeps the password that the form has where it is masked', () => {
    const draft = changeValue(draftOf(stored), 'password', 'typed', null)
    const url = urlOf(draft, true)
    expect(url).toBe(`postgresql://ann:${MASK}@h:5432/d`)
    expect(readUrl(url, draft, engines)).toMatchObject({ draft: { values: { password: 'typed' } } })
  })

  it('says what it does not understand', () => {
    expect(readUrl('hello', draftOf(stored), engines)).toMatchObject({ state: 'bad' })
    expect(readUrl('oracle://h/d', draftOf(stored), engines)).toMatchObject({ state: 'bad', scheme: 'oracle' })
    expect(urlOf(startDraft(postgres), false)).toBe('')
  })
})

describe('a tunnel', () => {
  const wire = { server_address: 'jump', server_port: 2222, username: 'ann', password: MASK, server_host_key: null }
  const behind: WireConnection = { ...stored, ssh_tunnel: wire }
  const typed = (part: Partial<TunnelDraft>, of = draftOf(behind)) => ({ ...of, tunnel: { ...of.tunnel, ...part } })

  it('is asked for what it lacks, and for nothing while it is off', () => {
    const missing = (draft: Draft, of: WireConnection | null) =>
      Object.keys(missingFields(draft, postgres.parameters, of?.ssh_tunnel)).filter((name) => name.includes('.'))
    const off = startDraft(postgres)
    expect(missing(off, null)).toEqual([])
    const on = changeValue(off, 'ssh', true, null)
    expect(missing(on, null)).toEqual(['ssh_tunnel.server_address', 'ssh_tunnel.username', 'ssh_tunnel.password'])
    expect(missing(draftOf(behind), behind)).toEqual([])
    expect(missing(typed({ login: 'key' }), behind)).toEqual(['ssh_tunnel.private_key'])
  })

  it('keeps its secrets at the server, and sends one way to sign in', () => {
    const draft = draftOf(behind)
    expect(draft.values.ssh).toBe(true)
    expect(draft.tunnel).toMatchObject({ login: 'password', server_port: '2222', password: '' })
    expect(trialOf(draft, behind)).toMatchObject({ ssh_tunnel: { server_address: 'jump', password: MASK } })
    expect(trialOf(draft, behind).parameters).not.toHaveProperty('ssh')
    const keyed = typed({ login: 'key', password: 'left over', private_key: 'KEY' })
    expect(trialOf(keyed, behind)).toMatchObject({
      ssh_tunnel: { password: null, private_key: 'KEY', private_key_password: null },
    })
  })

  it('counts as part of the address, while it is on', () => {
    const before = draftOf(behind)
    expect(isMoved(typed({ username: 'bob' }), before)).toBe(true)
    expect(bodyOf(typed({}), before, behind)).not.toHaveProperty('ssh_tunnel')
    const off = changeValue(before, 'ssh', false, null)
    expect(bodyOf(off, before, behind)).toMatchObject({ ssh_tunnel: null })
    expect(isMoved(typed({ username: 'bob' }, off), off)).toBe(false)
    expect(readUrl(urlOf(before, true), before, engines)).toMatchObject({ draft: { values: { ssh: true } } })
  })

  it('is the first step of a try', () => {
    const failed = { state: 'failed', ms: 1, reason: '' } as const
    const states = (trial: Trial) => trialSteps(trial, true, true).map(({ state }) => state[0])
    expect(states({ ...failed, errorType: 'X', isTunnel: true })).toEqual(['f', 'o', 'o', 'o', 'o'])
    expect(states({ ...failed, errorType: 'CONNECTION_PORT_CLOSED_ERROR', isTunnel: false })).toEqual([
      ...['p', 'p', 'f', 'o', 'o'],
    ])
    expect(states({ state: 'passed', ms: 1 })).toHaveLength(5)
  })
})

describe('a failure', () => {
  const failed = (extra: Readonly<Record<string, unknown>>) =>
    new HttpError(422, 'Closed', { errors: [{ message: 'Closed', error_type: 'X', level: 'error', extra }] })

  it('marks the fields that the server names', () => {
    expect(faultsOfError(failed({ invalid: ['host', 'port'] }))).toEqual({ host: 'Look at this', port: 'Look at this' })
    expect(faultsOfError(failed({ invalid: ['query.a'], faults: { 'query.a': 'Not allowed' } }))).toEqual({
      'query.a': 'Not allowed',
    })
    expect(faultsOfError(failed({ missing: ['host'] }))).toEqual({ host: 'This is needed' })
    expect(faultsOfError(new HttpError(422, 'x', { fields: { password: ['again'] } }))).toEqual({ password: 'again' })
  })

  it('tells how far the try came', () => {
    const at = (errorType: string, isServer = true) =>
      trialSteps({ state: 'failed', ms: 1, reason: '', errorType, isTunnel: false }, isServer).map(
        ({ state }) => state[0],
      )
    expect(at('CONNECTION_PORT_CLOSED_ERROR')).toEqual(['p', 'f', 'o', 'o'])
    expect(at('CONNECTION_INVALID_PASSWORD_ERROR')).toEqual(['p', 'p', 'f', 'o'])
    expect(at('CONNECTION_UNKNOWN_DATABASE_ERROR', false)).toEqual(['f', 'o'])
    expect(at('GENERIC_DB_ENGINE_ERROR')).toEqual([])
  })
})
