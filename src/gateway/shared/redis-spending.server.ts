import type { RedisLink } from './redis-link.server.ts'
import { openedText, type Seal, sealedText } from './seal.server.ts'
import type { Spending } from './spending.server.ts'

const NEWS = 'spent'
const TELL = "return redis.call('PUBLISH', ARGV[1], ARGV[2])"

/** Each server counts what all of them tell; while Redis is away, each counts its own. */
export const redisSpending = (link: RedisLink, seal: Seal): Spending => ({
  spend: (key) => void link.run(TELL, [], [link.channel, link.news(NEWS, { unit: sealedText(seal, key, NEWS) })]),
  onSpent: (tell) =>
    link.onNews(NEWS, ({ unit }) => {
      const key = typeof unit === 'string' ? openedText(seal, unit, NEWS) : null
      if (typeof key === 'string') tell(key)
    }),
})
