import type { Services } from '../../gateway/services.server.ts'
import { escapeHtml } from '../../kernel/escape-html.ts'
import { hasNoUser } from '../../metadata/users.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { type Raw, redirect } from '../../wire/raw.ts'
import { page } from '../kit/page.server.ts'
import * as contract from './contract.ts'
import { createFirstAdmin, isFirstStartCode } from './first-admin.server.ts'

const WRONG_CODE = 'This link is not valid. Use the one that the terminal shows at the start of the server.'

export function firstStartEndpoints(services: Services): Endpoint[] {
  return [
    endpoint(contract.firstStartPage, async ({ query }, caller) => {
      if (!(await hasNoUser(services.db))) return redirect('/login/')
      const code = query.code ?? ''
      const isValid = await isFirstStartCode(services, code)
      return firstStartPage(services, caller, code, isValid ? null : WRONG_CODE)
    }),
    endpoint(contract.firstStart, async ({ body }) => {
      if (!(await isFirstStartCode(services, body.code))) throw new Problem(403, WRONG_CODE)
      await createFirstAdmin(services, body)
      return { result: { next: '/login/' } }
    }),
    endpoint(contract.firstStartForm, async ({ body }, caller) => {
      if (!(await isFirstStartCode(services, body.code))) return firstStartPage(services, caller, body.code, WRONG_CODE)
      try {
        await createFirstAdmin(services, body)
        return redirect('/login/', 303)
      } catch (cause) {
        if (!(cause instanceof Problem) || typeof cause.body === 'string') throw cause
        return firstStartPage(services, caller, body.code, Object.values(cause.body).flat().join(' '))
      }
    }),
  ]
}

function firstStartPage(services: Services, caller: Caller, code: string, failure: string | null): Promise<Raw> {
  return page(services, caller, {
    title: 'First start',
    status: failure === null ? 200 : 403,
    bootstrap: { first_start: { failure } },
    plainHtml: `<main><h1>Create the administrator</h1>${failure === null ? '' : `<p role="alert">${escapeHtml(failure)}</p>`}
<form method="post" action="/first-start/">
<input type="hidden" name="code" value="${escapeHtml(code)}" />
<p><label>Username <input name="username" autocomplete="username" required /></label></p>
<p><label>Password, 12 characters or more <input name="password" type="password" autocomplete="new-password" minlength="12" required /></label></p>
<p><button type="submit">Create administrator</button></p>
</form></main>`,
  })
}
