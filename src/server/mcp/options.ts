import { parseArgs } from 'node:util'
import { serverUrl } from '../files/options.ts'
import type { Proof } from '../files/remote.ts'
import { SettingsError } from '../settings-error.ts'

/** What `sightline mcp` was told. */
export interface McpCommand {
  readonly kind: 'mcp'
  /** The server's address without a final slash. */
  readonly url: string
  readonly proof: Proof
  readonly wantsHelp: boolean
}

const OPTIONS = {
  url: { type: 'string' },
  user: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Reads `mcp`; null for another command. Throws `SettingsError` for wrong use. */
export function readMcpCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): McpCommand | null {
  if (argv[0] !== 'mcp') return null
  const { values } = parse(argv.slice(1))
  const wantsHelp = values.help ?? false
  const [apiKey, password] = [env['SIGHTLINE_API_KEY'], env['SIGHTLINE_PASSWORD']]
  if (!apiKey && !password && !wantsHelp)
    throw new SettingsError(
      `sightline mcp needs an API key in SIGHTLINE_API_KEY, or the user's password in SIGHTLINE_PASSWORD.\n\n${MCP_HELP}`,
    )
  return {
    kind: 'mcp',
    url: serverUrl(values.url ?? env['SIGHTLINE_URL'] ?? 'http://127.0.0.1:8088'),
    proof: apiKey
      ? { apiKey }
      : { username: values.user ?? env['SIGHTLINE_USER'] ?? 'admin', password: password ?? '' },
    wantsHelp,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true })
  } catch (cause) {
    throw new SettingsError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${MCP_HELP}`, { cause })
  }
}

export const MCP_HELP = `Lets an agent on this machine use a running server over standard input and output (Model Context Protocol).

Usage
  sightline mcp [options]

Options                                 environment variable
  --url URL          default http://127.0.0.1:8088  SIGHTLINE_URL
  --user NAME        default admin                  SIGHTLINE_USER
                     the user's password            SIGHTLINE_PASSWORD
                     or an API key instead of both  SIGHTLINE_API_KEY
`
