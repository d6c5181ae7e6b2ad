import type { Services } from '../../gateway/services.server.ts'
import { escapeHtml } from '../../kernel/escape-html.ts'
import { safeNext } from '../../kernel/safe-next.ts'
import { randomToken } from '../../metadata/password.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { notFound, Problem } from '../../wire/problem.ts'
import { Raw, redirect } from '../../wire/raw.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { csrfTokenOf, page } from '../kit/page.server.ts'
import * as contract from './contract.ts'
import { clearedSession, loginCookie, loginCookieName, sessionCookie } from './cookies.server.ts'
import { meEndpoints } from './me.server.ts'
import { endSession, startSession } from './sessions.server.ts'
import { issueShardingTicket } from './sharding-tickets.server.ts'
import { signIn } from './sign-in.server.ts'
import { FAILURES_KEPT, type Failures, loginThrottle } from './throttle.server.ts'
import { issueToken, tokenUser } from './tokens.server.ts'

const WRONG = 'Invalid login. Please try again.'
const SESSION_ENDED = '400 Bad Request: The CSRF session token is missing.'

export function sessionEndpoints(services: Services): Endpoint[] {
  const throttle = loginThrottle(services.shared.notes<Failures>('sign-in', FAILURES_KEPT))
  return [
    endpoint(contract.loginPage, ({ query }, caller, context) =>
      caller.kind === 'user' ? redirect('/') : signInPage(services, caller, context, query.next ?? null, null),
    ),
    endpoint(contract.loginForm, async ({ query, body }, caller, context) => {
      const next = body.next ?? query.next ?? null
      refuseForeignForm(services, body.csrf_token ?? null, context)
      const user = await signIn(services, throttle, body.username, body.password, context)
      if (!user) return wrongPassword(services, caller, context, next)
      if (caller.sessionId) await endSession(services.db, caller.sessionId)
      const client = { ip: context.ip, agent: context.header('user-agent') ?? '' }
      const token = await startSession(services.db, user.id, client, services.now())
      const answer = wantsJson(context)
        ? jsonAnswer(200, { result: { next: safeNext(next) } })
        : redirect(safeNext(next))
      return new Raw(answer.status, { ...answer.headers, 'set-cookie': sessionCookie(context, token) }, answer.body)
    }),
    endpoint(contract.logout, async (_, caller, context) => {
      const home = redirect('/')
      if (!caller.sessionId || context.header('sec-fetch-site') === 'cross-site') return home
      await endSession(services.db, caller.sessionId)
      services.audit({
        actor: caller.username,
        action: 'logout',
        object: 'session',
        outcome: 'ok',
        ip: context.ip,
        requestId: context.requestId,
      })
      return new Raw(home.status, { ...home.headers, 'set-cookie': clearedSession(context) }, home.body)
    }),
    endpoint(contract.loginApi, async ({ body }, _, context) => {
      const user = await signIn(services, throttle, body.username, body.password, context)
      if (!user) throw new Problem(401, 'Not authorized')
      const access_token = await issueToken(services, 'access', user.id)
      return body.refresh
        ? { access_token, refresh_token: await issueToken(services, 'refresh', user.id) }
        : { access_token }
    }),
    endpoint(contract.refreshApi, async (_, __, context) => {
      const token = /^Bearer (.+)$/i.exec(context.header('authorization') ?? '')?.[1]
      if (!token) throw new Problem(401, 'Missing Authorization Header', { envelope: 'msg' })
      return { access_token: await issueToken(services, 'access', await tokenUser(services, 'refresh', token)) }
    }),
    endpoint(contract.csrfToken, (_, caller) => ({ result: csrfTokenOf(services, caller) })),
    endpoint(contract.shardingTicket, (_, { sessionId }, { origin }) => {
      if (services.conf.SUPERSET_WEBSERVER_DOMAINS === null || sessionId === null) throw notFound()
      return { result: issueShardingTicket(services, sessionId, origin) }
    }),
    ...meEndpoints(services),
  ]
}

/** Browsers send Origin or Sec-Fetch-Site with a form; a form of another site is refused, and a token must fit its cookie. */
function refuseForeignForm(services: Services, token: string | null, context: RequestContext): void {
  const origin = context.header('origin')
  const isForeign = context.header('sec-fetch-site') === 'cross-site' || (origin !== null && origin !== context.origin)
  const cookie = context.cookie(loginCookieName(context)) ?? ''
  const isWrong = token !== null && token !== '' && token !== services.sign(`login:${cookie}`)
  if (isForeign || isWrong) throw new Problem(400, SESSION_ENDED, { type: 'GENERIC_BACKEND_ERROR' })
}

async function wrongPassword(
  services: Services,
  caller: Caller,
  context: RequestContext,
  next: string | null,
): Promise<Raw> {
  if (wantsJson(context)) throw new Problem(401, WRONG)
  return signInPage(services, caller, context, next, WRONG)
}

function signInPage(
  services: Services,
  caller: Caller,
  context: RequestContext,
  next: string | null,
  failure: string | null,
): Promise<Raw> {
  const known = context.cookie(loginCookieName(context))
  const cookie = known ?? randomToken()
  const token = services.sign(`login:${cookie}`)
  return page(services, caller, {
    title: 'Sign in',
    status: failure === null ? 200 : 401,
    csrfToken: token,
    bootstrap: { login_error: failure },
    plainHtml: plainForm(token, next, failure),
    headers: known === null ? { 'set-cookie': loginCookie(context, cookie) } : {},
  })
}

function plainForm(token: string, next: string | null, failure: string | null): string {
  return `<main><h1>Sign in to Sightline</h1>${failure === null ? '' : `<p role="alert">${escapeHtml(failure)}</p>`}
<form method="post" action="/login/">
<input type="hidden" name="csrf_token" value="${token}" />
<input type="hidden" name="next" value="${escapeHtml(next ?? '')}" />
<p><label>Username <input name="username" autocomplete="username" required /></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required /></label></p>
<p><button type="submit">Sign in</button></p>
</form></main>`
}

function wantsJson(context: RequestContext): boolean {
  const accept = context.header('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

const jsonAnswer = (status: number, body: unknown) =>
  new Raw(status, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify(body))
