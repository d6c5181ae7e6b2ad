import { queryOptions } from '@tanstack/react-query'
import { http } from '../data/http.ts'
import { queryClient } from '../data/query-client.ts'
import { setOwnTimeZone } from '../data/time-zone.ts'

const ME = '/api/v1/me/'
const PREFERENCES = '/api/v1/me/preferences/'

export interface Account {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string | null
}

interface Me {
  readonly result: { readonly username: string; readonly first_name: string; readonly last_name: string }
}
interface Preferences {
  readonly result: { readonly time_zone: string | null }
}

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }): Promise<Account> => {
    const [me, preferences] = await Promise.all([
      http.get<Me>(ME, { signal }),
      http.get<Preferences>(PREFERENCES, { signal }),
    ])
    const { username, first_name, last_name } = me.result
    return { username, firstName: first_name, lastName: last_name, timeZone: preferences.result.time_zone }
  },
})

/** Changes the own password; other sessions end. Throws what the server says of either. */
export const changePassword = (current_password: string, password: string) =>
  http.put(ME, { current_password, password })

/** Stores the account and takes up its time zone in what is shown. */
export async function saveAccount({ firstName, lastName, timeZone }: Account): Promise<void> {
  await http.put(ME, { first_name: firstName, last_name: lastName })
  const { result } = await http.put<Preferences>(PREFERENCES, { time_zone: timeZone })
  setOwnTimeZone(result.time_zone)
  await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
}
