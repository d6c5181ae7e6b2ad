import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ADMIN, type TestServer } from './server.ts'

export interface Agent {
  readonly client: Client
  /** What a tool answers: its JSON, or its words in `refused`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  use(tool: string, args?: Record<string, unknown>): Promise<any>
  close(): Promise<void>
}

/** An access token of a user of the test server. */
export async function tokenOf({ anonymous }: TestServer, username: string): Promise<string> {
  const body = { username, password: ADMIN.password, provider: 'db' }
  return (await anonymous.send('POST', '/api/v1/security/login', body)).json.access_token
}

/** The protocol's own client, connected over HTTP with a token. */
export async function agentWith(base: string, token: string): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit })
  await client.connect(transport as Parameters<Client['connect']>[0])
  return agentOf(client)
}

/** A connected client as the tests use it. */
export const agentOf = (client: Client): Agent => ({
  client,
  close: () => client.close(),
  use: async (name, args = {}) => {
    const result = await client.callTool({ name, arguments: args })
    const [content] = result.content as { text: string }[]
    const text = content?.text ?? ''
    return result.isError ? { refused: text } : JSON.parse(text)
  },
})

/** A role that may read one dataset, for users of the test server; gives its name. */
export async function readerRole(server: TestServer, role: string, dataset: string): Promise<string> {
  const admin = await server.login()
  const { id } = (await admin.send('POST', '/api/v1/security/roles/', { name: role })).json
  const path = '/api/v1/security/permissions-resources/?q=(page_size:1000)'
  const pairs = (await admin.send('GET', path)).json.result as { id: number; view_menu: { name: string } }[]
  const pair = pairs.find(({ view_menu }) => view_menu.name === dataset)
  const body = { permission_view_menu_ids: [pair?.id] }
  await admin.send('POST', `/api/v1/security/roles/${id}/permissions`, body)
  return role
}
