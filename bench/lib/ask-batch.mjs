import { request } from 'node:http'
import { performance } from 'node:perf_hooks'

/** Sends charts in one request and notes when each answer is there: `[{id, status, body, at}]` in the order of answers. */
export function askBatch(admin, requests, more = {}) {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', cookie: admin.cookie, 'x-csrftoken': admin.csrf }
    const call = request(
      `${admin.base}/api/v1/chart/data/batch`,
      { method: 'POST', agent: admin.agent, headers },
      (answer) => {
        const parts = []
        const ends = []
        answer.on('data', (part) => {
          parts.push(part)
          const count = part.toString('latin1').split('\n').length - 1
          for (let i = 0; i < count; i += 1) ends.push(performance.now() - start)
        })
        answer.on('error', reject)
        answer.on('end', () => {
          try {
            resolve(linesOf(Buffer.concat(parts).toString(), ends))
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    call.on('error', reject)
    call.end(JSON.stringify({ ...more, requests }))
  })
}

function linesOf(text, ends) {
  const lines = text.trimEnd().split('\n')
  return lines.map((line, i) => {
    const answer = JSON.parse(line)
    if (answer.status !== 200) throw new Error(`a chart of the batch failed: ${line.slice(0, 300)}`)
    return { ...answer, at: ends[i] }
  })
}
