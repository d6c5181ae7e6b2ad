import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { Problem } from '../../wire/problem.ts'
import type { Raw } from '../../wire/raw.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { page } from '../kit/page.server.ts'
import { frameAncestors, isAllowedReferer } from './domains.ts'

/**
 * The page that shows a dashboard inside another site: for whoever brings a guest token, whatever session the browser
 * has. Only the allowed domains may frame it, and it is given only to a browser that comes from one of them; throws 403
 * otherwise.
 */
export async function embeddedPage(services: Services, stored: Row<'embedded'>, context: RequestContext): Promise<Raw> {
  const domains = JSON.parse(stored.allowed_domains) as string[]
  if (!isAllowedReferer(context.header('referer'), domains)) throw new Problem(403, 'Forbidden')
  return page(services, null, {
    title: 'Dashboard',
    frameAncestors: frameAncestors(domains),
    bootstrap: {
      embedded: { dashboard_id: stored.dashboard_id },
      config: { GUEST_TOKEN_HEADER_NAME: 'X-GuestToken' },
    },
  })
}
