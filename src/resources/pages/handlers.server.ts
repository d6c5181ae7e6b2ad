import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../gateway/services.server.ts'
import { languageOf } from '../../kernel/language.ts'
import { safeNext } from '../../kernel/safe-next.ts'
import { changePreferences } from '../../metadata/preferences.server.ts'
import { findVisibleDashboard } from '../../metadata/visible.server.ts'
import { visibleChart } from '../../metadata/visible-chart.server.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { notFound } from '../../wire/problem.ts'
import { Raw, rawJson, redirect } from '../../wire/raw.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { page } from '../kit/page.server.ts'
import * as contract from './contract.ts'

const LOCALE = /^[a-z]{2}(_[A-Z]{2})?$/

export function pageEndpoints(services: Services): Endpoint[] {
  return [
    endpoint(contract.rootPage, () => redirect('/superset/welcome/')),
    ...contract.shellPages.map(({ route, title }) => endpoint(route, (_, caller) => page(services, caller, { title }))),
    objectEndpoint(contract.dashboardPage, {
      find: ({ params }, caller) => findVisibleDashboard(services.db, params.id, caller),
      handle: (_, caller, dashboard) => page(services, caller, { title: dashboard.dashboard_title ?? 'Dashboard' }),
    }),
    endpoint(contract.sqlEditorForm, ({ body }, caller) =>
      page(services, caller, { title: 'SQL editor', bootstrap: { requested_query: body.form_data ?? body } }),
    ),
    endpoint(contract.oldExplore, ({ params }, _caller, context) =>
      redirect(`/explore/${params.type}/${params.id}/${addressOf(context).search}`),
    ),
    endpoint(contract.exploreDataset, ({ params }, _caller, context) => {
      const dataset = Object.entries({ datasource_type: params.type, datasource_id: params.id })
      return redirect(`/explore/?${new URLSearchParams([...dataset, ...addressOf(context).searchParams])}`)
    }),
    objectEndpoint(contract.oldChart, {
      find: ({ params }, caller) => visibleChart(services.db, Number(params.id), caller),
      handle: (_, _caller, chart, context) => {
        const formData = encodeURIComponent(`{"slice_id": ${chart.id}}`)
        return redirect(`/explore/?form_data=${formData}${addressOf(context).search.replace('?', '&')}`)
      },
    }),
    endpoint(contract.oldExploreStart, (_, _caller, context) => redirect(`/explore/${addressOf(context).search}`)),
    endpoint(contract.oldHistory, () => redirect('/sqllab/history/')),
    endpoint(contract.datasetPage, () => redirect('/')),
    endpoint(contract.language, async ({ params }, { userId }, context) => {
      const language = languageOf(params.locale)
      if (userId !== null && language !== null) await changePreferences(services.db, userId, { language })
      const back = redirect(pathBack(context))
      const cookie = `locale=${params.locale}; Path=/; SameSite=Lax; Max-Age=31536000`
      return new Raw(back.status, { ...back.headers, 'set-cookie': cookie }, back.body)
    }),
    endpoint(contract.languagePack, ({ params }) => languagePack(services, params.locale)),
  ]
}

const addressOf = (context: RequestContext) => new URL(context.url, context.origin)

function pathBack(context: RequestContext): string {
  const referer = context.header('referer')
  if (!referer || !URL.canParse(referer)) return '/'
  const { origin, pathname, search } = new URL(referer)
  return origin === context.origin ? safeNext(pathname + search) : '/'
}

async function languagePack({ webDir }: Services, locale: string): Promise<Raw> {
  if (!LOCALE.test(locale)) throw notFound("Language pack doesn't exist on the server")
  try {
    return rawJson(await readFile(join(webDir, 'locales', `${locale}.json`)))
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ENOENT') throw notFound("Language pack doesn't exist on the server")
    throw cause
  }
}
