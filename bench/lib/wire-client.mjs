import { once } from 'node:events'
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

/**
 * Sends one request again and again over one connection, as the bytes that `client` would send, and takes the time until
 * the last byte of the answer: without what node:http does on this side, which is no part of the product.
 */
export async function wireClient({ base, cookie, csrf }, path, json) {
  const { hostname, port, host } = new URL(base)
  const words = [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    'accept: application/json',
    `cookie: ${cookie}`,
    `x-csrftoken: ${csrf}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(json)}`,
  ]
  const request = Buffer.from(`${words.join('\r\n')}\r\n\r\n${json}`)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const ask = () =>
    new Promise((resolve, reject) => {
      const parts = []
      let left = Number.NaN
      const onData = (part) => {
        parts.push(part)
        left = Number.isNaN(left) ? bodyLeft(Buffer.concat(parts)) : left - part.length
        if (!(left <= 0)) return
        const ms = performance.now() - start
        socket.off('data', onData).off('error', reject)
        settle(Buffer.concat(parts), ms, resolve, reject)
      }
      socket.on('data', onData).once('error', reject)
      const start = performance.now()
      socket.write(request)
    })
  return { ask, close: () => socket.destroy() }
}

function settle(answer, ms, resolve, reject) {
  if (answer.toString('latin1', 0, 12) !== 'HTTP/1.1 200') reject(new Error(answer.toString().slice(0, 500)))
  else resolve({ ms, body: answer.subarray(answer.indexOf('\r\n\r\n') + 4) })
}

/** How many bytes of the body are still to come; NaN while the head is not whole. */
function bodyLeft(answer) {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return Number.NaN
  const length = /^content-length: (\d+)/im.exec(answer.toString('latin1', 0, end))?.[1]
  if (length === undefined) throw new Error('the answer does not tell its length')
  return end + 4 + Number(length) - answer.length
}
