import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DIALECTS } from '../dialects.ts'
import { ENGINE_CONTRACT, type EnginePackage, enginePackage } from './contract.server.ts'
import { type PackagedEngine, packagedEngine, registerEngine } from './register.server.ts'

const NAME = /^sightline-engine-[a-z0-9][a-z0-9-]*$/

/** What was found: names of engines that can be used, and why the others cannot, in words for an operator. */
interface Found {
  readonly engines: readonly string[]
  readonly refusals: readonly string[]
}

/** Looks for packages `sightline-engine-<name>` that are installed in folders, and registers those that fit. */
export async function findEngines(dirs: readonly string[]): Promise<Found> {
  const engines: string[] = []
  const refusals: string[] = []
  for (const dir of new Set(dirs)) {
    for (const name of await namesIn(dir)) {
      const refusal = await loaded(dir, name)
      if (refusal === null) engines.push(name)
      else refusals.push(`${name} in ${dir} is not used: ${refusal}`)
    }
  }
  return { engines, refusals }
}

async function namesIn(dir: string): Promise<readonly string[]> {
  const names = await readdir(join(dir, 'node_modules')).catch(() => [])
  return names.filter((name) => NAME.test(name)).sort()
}

/** Registers a package; gives why it cannot be used, null where it can. */
async function loaded(dir: string, name: string): Promise<string | null> {
  try {
    const { resolve } = createRequire(join(dir, 'package.json'))
    const entry = pathToFileURL(resolve(name)).href
    const worker = pathToFileURL(resolve(`${name}/worker`)).href
    const exported = (await import(entry)) as EnginePackage
    const refusal = misfitOf(exported)
    if (refusal === null) registerEngine(parts(exported, entry, worker))
    return refusal
  } catch (cause) {
    return `it cannot be loaded. ${cause instanceof Error ? cause.message : String(cause)}`
  }
}

const parts = (exported: EnginePackage, entry: string, worker: string): PackagedEngine => {
  const { contract, dialect, form, defaultSchema, schemaOf } = exported
  return { contract, dialect, form, defaultSchema, ...(schemaOf ? { schemaOf } : {}), entry, worker }
}

function misfitOf(exported: EnginePackage): string | null {
  const { contract, dialect } = exported
  if (contract !== ENGINE_CONTRACT)
    return `it is made for version ${String(contract)} of the engine contract, and this release has version ${ENGINE_CONTRACT}.`
  const [issue] = enginePackage.safeParse(exported).error?.issues ?? []
  if (issue) return `${issue.path.join('.')} ${issue.message}`
  const taken = DIALECTS.find(
    ({ id, uriSchemes }) =>
      packagedEngine(id) === null &&
      (id === dialect.id || uriSchemes.some((one) => dialect.uriSchemes.some((own) => own === one.split('+')[0]))),
  )
  return taken ? `its addresses are those of ${taken.label}.` : null
}
