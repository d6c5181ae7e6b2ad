import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PASSWORD, type RunningApp } from '../app.ts'

/** An item of a layout with what is below it. */
interface Item {
  readonly id: string
  readonly type: string
  readonly meta?: object
  readonly children?: readonly Item[]
}

export const row = (id: string, ...children: Item[]): Item => ({
  id,
  type: 'ROW',
  meta: { background: 'BACKGROUND_TRANSPARENT' },
  children,
})
export const chart = (chartId: number, width = 4, height = 15): Item => ({
  id: `CHART-${chartId}`,
  type: 'CHART',
  meta: { chartId, width, height, sliceName: `chart ${chartId}` },
})
export const tabs = (id: string, ...children: Item[]): Item => ({ id, type: 'TABS', children })
export const tab = (id: string, text: string, ...children: Item[]): Item => ({
  id,
  type: 'TAB',
  meta: { text },
  children,
})

/** A value filter on the countries of the orders. */
export const countryFilter = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  type: 'NATIVE_FILTER',
  filterType: 'filter_select',
  targets: [{ datasetId: 1, column: { name: 'country' } }],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  controlValues: { multiSelect: true },
  defaultDataMask: {},
  cascadeParentIds: [],
  description: '',
  ...more,
})

export type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

/** Calls of the interface as a user, for what a test starts from; anything but success fails it. */
export async function callsOf(app: RunningApp, username = 'admin'): Promise<Call> {
  const ask = async (method: string, path: string, body: object | undefined, token: string | null) => {
    const answer = await fetch(app.base + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(answer.status, `${method} ${path}`).toBeLessThan(300)
    return (await answer.json()) as Record<string, unknown>
  }
  const login = { username, password: PASSWORD, provider: 'db', refresh: true }
  const { access_token } = await ask('POST', '/api/v1/security/login', login, null)
  return (method, path, body) => ask(method, path, body, String(access_token))
}

/** Makes a dashboard of these items and gives its id. */
export async function makeDashboard(call: Call, title: string, items: readonly Item[], metadata: object = {}) {
  const body = {
    dashboard_title: title,
    published: true,
    json_metadata: JSON.stringify({ ...metadata, positions: positionsOf(items, title) }),
  }
  return Number((await call('POST', '/api/v1/dashboard/', body)).id)
}

/** What is stored of a dashboard. */
export async function storedDashboard(call: Call, id: number) {
  const result = (await call('GET', `/api/v1/dashboard/${id}`)).result as Record<string, unknown>
  return {
    ...result,
    metadata: JSON.parse(String(result.json_metadata)) as Record<string, unknown>,
    positions: JSON.parse(String(result.position_json)) as Record<string, { type: string; children: string[] }>,
  }
}

function positionsOf(items: readonly Item[], title: string): Record<string, unknown> {
  const out: Record<string, unknown> = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: items.map(({ id }) => id), parents: ['ROOT_ID'] },
    HEADER_ID: { id: 'HEADER_ID', type: 'HEADER', meta: { text: title } },
  }
  const put = ({ id, type, meta = {}, children = [] }: Item, parents: readonly string[]): void => {
    out[id] = { id, type, meta, parents, children: children.map((child) => child.id) }
    for (const child of children) put(child, [...parents, id])
  }
  for (const item of items) put(item, ['ROOT_ID', 'GRID_ID'])
  return out
}

/** The parts of a dashboard that a person meets. */
export function dashboard(page: Page) {
  const save = page.getByRole('button', { name: /^Save/ }).first()
  return {
    save,
    item: (id: string): Locator => page.locator(`[id="${id}"]`),
    strip: (tabsId: string): Locator => page.locator(`[id="${tabsId}"] .dash-tab-strip`).first(),
    tile: (name: string): Locator =>
      page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) }),
    palette: page.getByRole('complementary', { name: 'Add to the dashboard' }),
    undo: page.getByRole('button', { name: 'Undo', exact: true }),
    dialog: page.getByRole('dialog'),
    open: async (id: number, search = '') => {
      await page.goto(`/superset/dashboard/${id}/${search}`)
      await page.locator('.dash-item').first().waitFor()
    },
    edit: async (id: number) => {
      await page.goto(`/superset/dashboard/${id}/?edit=true`)
      await save.waitFor()
      await page.locator('.dash-item').first().waitFor()
    },
    /** Saves, and waits until the dashboard is read again. */
    saveAll: async () => {
      await save.click()
      await page.getByText('This dashboard was saved successfully.').last().waitFor()
      await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    },
  }
}

/** Drags by the mouse, with moves in between as a hand makes them; gives the lines that were drawn before it lets go. */
export async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  at: { readonly x: number; readonly y: number },
  line = '.dash-drop',
) {
  await from.scrollIntoViewIfNeeded()
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('nothing to drag')
  const grip = { x: start.x + Math.min(80, start.width / 2), y: start.y + Math.min(12, start.height / 2) }
  await page.mouse.move(grip.x, grip.y)
  await page.mouse.down()
  await page.mouse.move(grip.x - 20, grip.y, { steps: 4 })
  await page.mouse.move(end.x + at.x, end.y + at.y, { steps: 12 })
  await restOn(page, end, at, line)
  const lines = await page.locator('.dash-drop').evaluateAll((all) => all.map((line) => line.className))
  await page.mouse.up()
  return lines
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** So far beside an item its line may stand. */
const NEAR_PX = 6

/** Holds what is dragged at a place over an item until the line that shows where it would go is there, and rests. */
export async function restOn(
  page: Page,
  item: Box,
  at: { readonly x: number; readonly y: number },
  line = '.dash-drop',
) {
  let before = ''
  const isAtRest = async () => {
    await page.mouse.move(item.x + at.x + 1, item.y + at.y + 1)
    await page.mouse.move(item.x + at.x, item.y + at.y)
    const box = await page
      .locator(line)
      .first()
      .boundingBox({ timeout: 1_000 })
      .catch(() => null)
    const isSame = before === JSON.stringify(box)
    before = JSON.stringify(box)
    if (box === null || !isSame) return false
    return box.y < item.y + item.height + NEAR_PX && box.y + box.height > item.y - NEAR_PX
  }
  await expect.poll(isAtRest, { timeout: 20_000 }).toBe(true)
}

/**
 * The bodies of chart requests from now on. What is asked ahead of a click, while the pointer rests on a chart, is no
 * question of the charts.
 */
export function askedCharts(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    const isAsked = /chart\/data/.test(request.url()) && request.method() === 'POST'
    if (isAsked && !body.includes('"ahead":true')) asked.push(body)
  })
  return asked
}
