import { expect, it } from 'vitest'
import { embeddedStage } from '../../../test/embedded-stage.ts'

it('keeps events of a guest whose token travels in the form of a beacon, in one line or in parts', async () => {
  const all = await embeddedStage()
  const guest = await all.guest([])
  const events = JSON.stringify([{ event_name: 'left', source: 'dashboard', source_id: all.dashboard }])
  const inParts = (fields: Readonly<Record<string, string>>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    return form
  }
  const beacon = (
    guest_token: string,
    body: FormData | URLSearchParams = new URLSearchParams({ events, guest_token }),
  ) =>
    fetch(`${all.server.base}/superset/log/?explode=events&dashboard_id=${all.dashboard}`, {
      method: 'POST',
      redirect: 'manual',
      body,
    })
  const { db } = all.server.server.services
  const stored = () => db.selectFrom('logs').select(['user_id', 'dashboard_id']).where('action', '=', 'left').execute()
  expect((await beacon('nonsense')).status).toBe(302)
  expect(await stored()).toEqual([])
  expect((await beacon(all.tokenOf(guest))).status).toBe(200)
  const row = { user_id: null, dashboard_id: all.dashboard }
  expect(await stored()).toEqual([row])
  expect((await beacon('', inParts({ events, guest_token: all.tokenOf(guest) }))).status).toBe(200)
  expect(await stored()).toEqual([row, row])
  await all.server.stop()
})
