import { afterAll, expect, it } from 'vitest'
import { startServer } from '../../../test/server.ts'

const server = await startServer()
afterAll(() => server.stop())
const admin = await server.login()

async function upload(resource: string, fields: Readonly<Record<string, string | Blob>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { result } = (await admin.send('GET', '/api/v1/security/csrf_token/')).json
  const headers = { cookie: admin.cookie, 'x-csrftoken': result }
  const answer = await fetch(`${server.base}/api/v1/${resource}/import/`, { method: 'POST', headers, body: form })
  return [answer.status, await answer.json()]
}

it.each(['chart', 'dashboard', 'database', 'dataset', 'saved_query', 'theme'])(
  'an import of %s says what is wrong with it as every import does',
  async (resource) => {
    expect(await upload(resource, { overwrite: 'true' })).toEqual([400, { message: 'Arguments are not correct' }])
    const [status, json] = await upload(resource, { formData: new Blob(['no zip']) })
    expect([status, json.errors[0]]).toEqual([
      422,
      expect.objectContaining({
        message: 'The file is not a ZIP archive.',
        error_type: 'GENERIC_COMMAND_ERROR',
        level: 'warning',
      }),
    ])
    const text = await admin.send('POST', `/api/v1/${resource}/import/`, {})
    expect([text.status, text.json.errors[0].error_type]).toEqual([400, 'INVALID_PAYLOAD_FORMAT_ERROR'])
  },
)
