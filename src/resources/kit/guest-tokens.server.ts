import type { Services } from '../../gateway/services.server.ts'
import type { GuestClaims } from '../../wire/caller.ts'

const ALGORITHM = 'HS256'
const AUDIENCE = 'sightline embedded'
const TYPE = 'guest'

type Signer = Pick<Services, 'sign' | 'now' | 'conf'>

/** A key that signs nothing else. */
const keyOf = (services: Pick<Services, 'sign'>) => new TextEncoder().encode(services.sign('guest tokens'))

/** A signed token for a guest, good for the seconds of GUEST_TOKEN_JWT_EXP_SECONDS (reference: charts-dashboards A.9). */
export async function issueGuestToken(services: Signer, { user, resources, rls }: GuestClaims): Promise<string> {
  const { SignJWT } = await import('jose')
  const now = Math.floor(services.now().getTime() / 1000)
  const claims = {
    user: { username: user.username, first_name: user.firstName, last_name: user.lastName },
    resources,
    rls_rules: rls.map(({ dataset, clause }) => (dataset === null ? { clause } : { dataset, clause })),
    type: TYPE,
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + services.conf.GUEST_TOKEN_JWT_EXP_SECONDS)
    .setJti(crypto.randomUUID())
    .sign(keyOf(services))
}

/** The claims of a token that this installation issued and that is still good; null for every other text. */
export async function readGuestToken(services: Signer, token: string): Promise<GuestClaims | null> {
  const { jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(token, keyOf(services), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      requiredClaims: ['iat', 'exp', 'jti'],
      currentDate: services.now(),
    })
    return payload['type'] === TYPE ? claimsOf(payload) : null
  } catch {
    return null
  }
}

/** What a token says, which was checked before it was signed. */
function claimsOf(payload: Readonly<Record<string, unknown>>): GuestClaims {
  const { user, resources, rls_rules } = payload as {
    user: { username: string; first_name: string; last_name: string }
    resources: GuestClaims['resources']
    rls_rules: readonly { readonly dataset?: number; readonly clause: string }[]
  }
  return {
    user: { username: user.username, firstName: user.first_name, lastName: user.last_name },
    resources: resources.map(({ type, id }) => ({ type, id })),
    rls: rls_rules.map(({ dataset, clause }) => ({ dataset: dataset ?? null, clause })),
  }
}
