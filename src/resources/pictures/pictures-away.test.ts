import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeRedis, startRedis } from '../../../test/redis.ts'
import { redisPair } from '../../../test/shared-kinds.ts'
import { madePictures, type WantedPicture } from './made-pictures.server.ts'

const PNG = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 10])

describeRedis('a picture that one of several servers was asked for', () => {
  it('is shown by the others, to whom it was made for', async () => {
    const redis = await startRedis()
    const pair = await redisPair(redis)
    const [here, there] = [pair.first, pair.second].map((shared) =>
      madePictures({ now: () => new Date(), log: () => {}, shared }),
    )
    const drawn = Promise.withResolvers<Uint8Array>()
    const wanted: WantedPicture = {
      digest: randomUUID(),
      mark: 'rights of one',
      of: 'dashboard 5',
      chosen: { 'NATIVE_FILTER-1': { filterState: { value: ['ä\n'] } } },
      make: () => drawn.promise,
    }
    try {
      here?.want(wanted, false)
      const find = (of = wanted.of, mark = wanted.mark) => there?.find(wanted.digest, of, mark)
      expect(await find()).toMatchObject({ status: 'Computing', png: null })
      drawn.resolve(PNG)
      await expect.poll(() => find()).toMatchObject({ status: 'Updated', chosen: wanted.chosen })
      expect(Buffer.from((await find())?.png ?? [])).toEqual(Buffer.from(PNG))
      expect(await find('dashboard 6')).toBeNull()
      expect(await find('dashboard 5', 'rights of another')).toBeNull()
      expect(await there?.find(randomUUID(), wanted.of, wanted.mark)).toBeNull()
    } finally {
      await pair.stop()
      await redis.stop()
    }
  })
})
