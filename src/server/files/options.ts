import { parseArgs } from 'node:util'
import { SettingsError } from '../settings-error.ts'

/** What the commands for dashboards as files were told. */
export interface FilesCommand {
  readonly kind: 'files'
  readonly verb: Verb
  readonly dir: string
  /** Dashboards to export, by id, slug or uuid; all of them when none is named. */
  readonly dashboards: readonly string[]
  /** The server's address without a final slash. */
  readonly url: string
  readonly username: string
  /** Goes before name and password; null without one. */
  readonly apiKey: string | null
  /** Read from standard input when it is null. */
  readonly password: string | null
  /** A JSON file of passwords by database file, or null. */
  readonly passwordsFile: string | null
  readonly isDryRun: boolean
  readonly wantsHelp: boolean
}

const VERBS = ['export', 'validate', 'diff', 'apply'] as const
type Verb = (typeof VERBS)[number]

const OPTIONS = {
  url: { type: 'string' },
  user: { type: 'string' },
  passwords: { type: 'string' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Env = Readonly<Record<string, string | undefined>>

/** Whether a command line is one of dashboards as files. */
export const isFilesCommand = (argv: readonly string[]): boolean => verbOf(argv) !== undefined

/** Reads `export|validate|diff|apply DIR`; null for another command. Throws `SettingsError` for wrong use. */
export function readFilesCommand(argv: readonly string[], env: Env): FilesCommand | null {
  const verb = verbOf(argv)
  if (verb === undefined) return null
  const { values, positionals } = parse(argv.slice(1))
  const [dir = '', ...dashboards] = positionals
  const wantsHelp = values.help ?? false
  const isDryRun = values['dry-run'] ?? false
  if (!wantsHelp) checkUse(verb, positionals, isDryRun)
  return {
    kind: 'files',
    verb,
    dir,
    dashboards,
    url: serverUrl(values.url ?? env['SIGHTLINE_URL'] ?? 'http://127.0.0.1:8088'),
    username: values.user ?? env['SIGHTLINE_USER'] ?? 'admin',
    apiKey: env['SIGHTLINE_API_KEY'] || null,
    password: env['SIGHTLINE_PASSWORD'] ?? null,
    passwordsFile: values.passwords ?? null,
    isDryRun,
    wantsHelp,
  }
}

function checkUse(verb: Verb, positionals: readonly string[], isDryRun: boolean): void {
  if (positionals.length === 0) throw new SettingsError(`sightline ${verb} needs a folder.\n\n${FILES_HELP}`)
  if (verb !== 'export' && positionals.length > 1)
    throw new SettingsError(`sightline ${verb} takes one folder. See sightline ${verb} --help.`)
  if (verb !== 'apply' && isDryRun)
    throw new SettingsError('Only sightline apply has --dry-run: the other commands change nothing on the server.')
}

const verbOf = (argv: readonly string[]): Verb | undefined => VERBS.find((verb) => verb === argv[0])

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true })
  } catch (cause) {
    throw new SettingsError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${FILES_HELP}`, { cause })
  }
}

/** The address of a server without a final slash. Throws `SettingsError` for what is none. */
export function serverUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new SettingsError(`--url must be the address of a server, such as http://127.0.0.1:8088, not "${text}".`)
  return text.replace(/\/+$/, '')
}

export const FILES_HELP = `Dashboards as files: with their charts, datasets and connections, one YAML file each.

Usage
  sightline export DIR [DASHBOARD...]   write dashboards into a folder (id, slug or uuid; all without one)
  sightline validate DIR                check the files; needs no server
  sightline diff DIR                    show what apply would change
  sightline apply DIR [--dry-run]       bring the server to what the files say, all of it or nothing

Options                                 environment variable
  --url URL          default http://127.0.0.1:8088  SIGHTLINE_URL
  --user NAME        default admin                  SIGHTLINE_USER
                     the user's password            SIGHTLINE_PASSWORD, or the first line of standard input
                     or an API key instead of both  SIGHTLINE_API_KEY
  --passwords FILE   JSON with the passwords of connections that the server does not have,
                     {"databases/shop.yaml": "..."}
  --dry-run          for apply: show what would change and change nothing

Ends with 0 (valid, the same, exported or applied), 1 (invalid, or diff found differences),
2 (wrong use, or the server could not be asked).
`
