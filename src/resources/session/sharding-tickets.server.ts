import { timingSafeEqual } from 'node:crypto'
import type { Services } from '../../gateway/services.server.ts'

/** Short, since scripts of the page can read it, as they cannot read the cookie. */
const LIFE_SEC = 300

type Signer = Pick<Services, 'sign' | 'now'>

/**
 * What a page says to another host name of the installation in place of its cookie, which goes to its own host alone:
 * the session, from pages of one origin, for five minutes. It ends with the session.
 */
export function issueShardingTicket(
  services: Signer,
  sessionId: string,
  origin: string,
): { readonly ticket: string; readonly expires_in: number } {
  const until = Math.floor(services.now().getTime() / 1000) + LIFE_SEC
  const words = Buffer.from(JSON.stringify([sessionId, origin, until])).toString('base64url')
  return { ticket: `${words}.${seal(services, words)}`, expires_in: LIFE_SEC }
}

/** The id of the session for which a ticket was given to pages of the origin; null for every other text. */
export function readShardingTicket(services: Signer, text: string, origin: string): string | null {
  const [words = '', sealed = ''] = text.split('.', 2)
  const wanted = Buffer.from(seal(services, words))
  const given = Buffer.from(sealed)
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return null
  const [sessionId, forOrigin, until] = JSON.parse(Buffer.from(words, 'base64url').toString('utf8')) as [
    string,
    string,
    number,
  ]
  return forOrigin === origin && until * 1000 > services.now().getTime() ? sessionId : null
}

const seal = (services: Signer, words: string) => services.sign(`sharding:${words}`)
