import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedStage, embeddedStage } from '../../../test/embedded-stage.ts'

let all: EmbeddedStage
beforeAll(async () => {
  all = await embeddedStage()
})
afterAll(() => all.server.stop())

describe('where a dashboard is embedded', () => {
  const page = (uuid: string, referer?: string) =>
    fetch(`${all.server.base}/embedded/${uuid}`, {
      headers: { accept: 'text/html', ...(referer === undefined ? {} : { referer }) },
    })
  const allow = (...allowed_domains: string[]) =>
    all.admin.send('PUT', `/api/v1/dashboard/${all.dashboard}/embedded`, { allowed_domains })

  it('is anywhere without domains', async () => {
    const answer = await page(all.uuid)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(answer.headers.get('x-frame-options')).toBeNull()
    expect(await answer.text()).not.toContain('Words of all')
  })

  it('is on its domains only', async () => {
    expect((await allow('https://app.example.com', 'http://*.example.org:8080')).status).toBe(200)
    for (const referer of ['https://app.example.com/page', 'http://a.b.example.org:8080/']) {
      const answer = await page(all.uuid, referer)
      expect(answer.status, referer).toBe(200)
      expect(answer.headers.get('content-security-policy')).toMatch(
        /frame-ancestors https:\/\/app\.example\.com http:\/\/\*\.example\.org:8080$/,
      )
    }
    const strangers = [
      undefined,
      'http://app.example.com/',
      'https://app.example.com.evil.com/',
      'https://evil.com/?https://app.example.com',
      'http://example.org:8080/',
      'https://app.example.com:8443/',
    ]
    for (const referer of strangers) {
      const answer = await page(all.uuid, referer)
      expect(answer.status, referer).toBe(403)
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
    await allow()
  })

  it.each([
    'example.com; script-src *',
    'https://a b',
    'javascript:alert(1)',
    'https://example.com/path',
    '*',
    "'self'",
    '',
  ])('cannot be %s', async (domain) => {
    expect((await allow(domain)).status).toBe(400)
  })

  it('is nowhere for an unknown uuid', async () => {
    for (const uuid of [crypto.randomUUID(), 'x', '1']) expect((await page(uuid)).status).toBe(404)
  })

  it('is nowhere any more once embedding is switched off, for tokens that were given too', async () => {
    const late = await embeddedStage()
    const visitor = await late.guest([])
    expect((await late.ask(visitor, {})).status).toBe(200)
    await late.admin.send('DELETE', `/api/v1/dashboard/${late.dashboard}/embedded`)
    expect((await late.ask(visitor, {})).status).toBe(403)
    expect((await visitor.send('GET', `/api/v1/dashboard/${late.dashboard}`)).status).toBe(404)
    expect((await fetch(`${late.server.base}/embedded/${late.uuid}`)).status).toBe(404)
    await late.server.stop()
  })
})
