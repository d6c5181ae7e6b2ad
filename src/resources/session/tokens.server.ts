import type { Services } from '../../gateway/services.server.ts'
import { Problem } from '../../wire/problem.ts'

const ACCESS_MINUTES = 15
const REFRESH_DAYS = 30
const ALGORITHM = 'HS256'

type Kind = 'access' | 'refresh'
type Signer = Pick<Services, 'sign' | 'now'>

const keyOf = (services: Signer) => new TextEncoder().encode(services.sign('jwt'))

/** A signed token for a user. */
export async function issueToken(services: Signer, kind: Kind, userId: number): Promise<string> {
  const { SignJWT } = await import('jose')
  const now = Math.floor(services.now().getTime() / 1000)
  const life = kind === 'access' ? ACCESS_MINUTES * 60 : REFRESH_DAYS * 86_400
  return new SignJWT({ type: kind, fresh: kind === 'access' })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setSubject(String(userId))
    .setIssuedAt(now)
    .setExpirationTime(now + life)
    .setJti(crypto.randomUUID())
    .sign(keyOf(services))
}

/** The user of a token of the asked kind. Throws the token layer's problems. */
export async function tokenUser(services: Signer, kind: Kind, token: string): Promise<number> {
  const { errors, jwtVerify } = await import('jose')
  if (token.split('.').length !== 3) throw refused(422, 'Not enough segments')
  try {
    const { payload } = await jwtVerify(token, keyOf(services), {
      algorithms: [ALGORITHM],
      currentDate: services.now(),
    })
    const type = payload['type']
    if (type !== kind)
      throw refused(422, kind === 'refresh' ? 'Only refresh tokens are allowed' : 'Only access tokens are allowed')
    const userId = Number(payload.sub)
    if (!Number.isSafeInteger(userId)) throw refused(422, 'Invalid token')
    return userId
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    if (cause instanceof errors.JWTExpired) throw refused(401, 'Token has expired')
    throw refused(422, 'Signature verification failed')
  }
}

const refused = (status: 401 | 422, text: string) => new Problem(status, text, { envelope: 'msg' })
