import { expect, it } from 'vitest'
import { embeddedStage } from '../../../test/embedded-stage.ts'

it('keeps events of a guest whose token travels in the form of a beacon', async () => {
  const all = await embeddedStage()
  const guest = await all.guest([])
  const events = JSON.stringify([{ event_name: 'left', source: 'dashboard', source_id: all.dashboard }])
  const beacon = (guest_token: string) =>
    fetch(`${all.server.base}/superset/log/?explode=events&dashboard_id=${all.dashboard}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ events, guest_token }),
    })
  const { db } = all.server.server.services
  const stored = () => db.selectFrom('logs').select(['user_id', 'dashboard_id']).where('action', '=', 'left').execute()
  expect((await beacon('nonsense')).status).toBe(302)
  expect(await stored()).toEqual([])
  expect((await beacon(all.tokenOf(guest))).status).toBe(200)
  expect(await stored()).toEqual([{ user_id: null, dashboard_id: all.dashboard }])
  await all.server.stop()
})
