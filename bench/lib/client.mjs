import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

/** A client with one kept-alive connection, a session and its CSRF token, as a browser has them. */
export class Client {
  constructor(base) {
    this.base = base
    this.agent = new Agent({ keepAlive: true, maxSockets: 4 })
    this.cookie = ''
    this.csrf = ''
  }

  /** Sends and reads the whole answer: {status, headers, body, ms}. */
  send(method, path, json, headers = {}) {
    const body = json === undefined ? null : typeof json === 'string' ? json : JSON.stringify(json)
    const start = performance.now()
    return new Promise((resolve, reject) => {
      const call = request(
        this.base + path,
        { method, agent: this.agent, headers: { ...this.#headers(body), ...headers } },
        (answer) => {
          const parts = []
          answer.on('data', (part) => parts.push(part))
          answer.on('error', reject)
          answer.on('end', () => {
            const ms = performance.now() - start
            resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts), ms })
          })
        },
      )
      call.on('error', reject)
      call.end(body ?? undefined)
    })
  }

  #headers(body) {
    return {
      accept: 'application/json',
      ...(this.cookie ? { cookie: this.cookie, 'x-csrftoken': this.csrf } : {}),
      ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
  }

  /** Sends and gives the parsed answer; fails on any status but those of success. */
  async json(method, path, json) {
    const { status, body } = await this.send(method, path, json)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${body.toString().slice(0, 500)}`)
    return JSON.parse(body.toString())
  }

  async login(username, password) {
    const form = new URLSearchParams({ username, password }).toString()
    const answer = await this.send('POST', '/login/', form, { 'content-type': 'application/x-www-form-urlencoded' })
    if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.body}`)
    this.cookie = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ')
    this.csrf = (await this.json('GET', '/api/v1/security/csrf_token/')).result
    return this
  }

  close() {
    this.agent.destroy()
  }
}
