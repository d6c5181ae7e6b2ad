import { expect, test } from 'vitest'
import { dealt, joined, shardOrigins } from './sharding.ts'

const page = { protocol: 'http:', port: '8088', origin: 'http://bi.example:8088' }
const body = (...ids: readonly string[]) => ({
  page: 'p',
  requests: ids.map((id, rank) => ({ id, rank, body: null })),
})

test('a host has the protocol of the page and, unless it names one, its port; the page itself is no other host', () => {
  expect(shardOrigins(['a.example', 'b.example:9000', 'bi.example'], page)).toEqual([
    'http://a.example:8088',
    'http://b.example:9000',
  ])
  const secure = { protocol: 'https:', port: '', origin: 'https://bi.example' }
  expect(shardOrigins(['a.example', 'b.example:443'], secure)).toEqual(['https://a.example', 'https://b.example'])
})

test('charts go to the hosts in turn, beginning with that of the page', () => {
  const { own, others } = dealt(body('1', '2', '3', '4'), ['own', 'a', 'b'], 0)
  expect(own?.requests.map(({ id }) => id)).toEqual(['1', '4'])
  expect(others.map(({ origin, part }) => [origin, part.requests.map(({ id }) => id)])).toEqual([
    ['a', ['2']],
    ['b', ['3']],
  ])
})

test('a lone chart goes where the turn is; what is stopped is told to the own host', () => {
  expect(dealt(body('1'), ['own', 'a', 'b'], 4)).toMatchObject({ own: null, others: [{ origin: 'a' }] })
  const stopping = dealt({ ...body('1'), stop: ['9'] }, ['own', 'a'], 1)
  expect(stopping.own).toMatchObject({ stop: ['9'], requests: [] })
  expect(stopping.others[0]?.part).not.toHaveProperty('stop')
})

test('lines of several streams are whole whatever pieces they come in', async () => {
  const slow = pieces(['{"a":', '1}\n{"b"', ':2}\n'])
  const quick = pieces(['{"c":3}\n', '{"d":', '4}\n', '{"broken'])
  const text = await new Response(joined([slow, quick])).text()
  expect(text.trimEnd().split('\n').toSorted()).toEqual(['{"a":1}', '{"b":2}', '{"c":3}', '{"d":4}'])
})

test('a stream that fails fails the whole after the others have come', async () => {
  const reader = joined([pieces(['{"a":1}\n']), Promise.reject(new Error('lost'))]).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"a":1}\n')
  await expect(reader.read()).rejects.toThrow('lost')
})

async function pieces(texts: readonly string[]): Promise<ReadableStream<Uint8Array>> {
  return new ReadableStream({
    start: async (out) => {
      for (const text of texts) {
        out.enqueue(new TextEncoder().encode(text))
        await Promise.resolve()
      }
      out.close()
    },
  })
}
