import { readFileSync } from 'node:fs'
import type { Services } from '../gateway/services.server.ts'
import { hasNoUser } from '../metadata/users.server.ts'
import { createFirstAdmin } from '../resources/first-start/first-admin.server.ts'
import { Problem } from '../wire/problem.ts'
import { reasonOf } from './data-directory.ts'
import type { Settings } from './settings.ts'
import { SettingsError } from './settings-error.ts'

/** Creates the administrator that the environment names, at the first start only. */
export async function createAdminOfEnvironment(services: Services, admin: Settings['admin']): Promise<void> {
  if (!admin || !(await hasNoUser(services.db))) return
  const password = admin.password ?? (admin.passwordFile === null ? null : readPassword(admin.passwordFile))
  if (password === null)
    throw new SettingsError('SIGHTLINE_ADMIN_USERNAME needs SIGHTLINE_ADMIN_PASSWORD or SIGHTLINE_ADMIN_PASSWORD_FILE.')
  try {
    await createFirstAdmin(services, { username: admin.username, password })
  } catch (cause) {
    if (!(cause instanceof Problem) || typeof cause.body === 'string') throw cause
    throw new SettingsError(`The first administrator cannot be created: ${Object.values(cause.body).flat().join(' ')}`)
  }
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? ''
  } catch (cause) {
    throw new SettingsError(`SIGHTLINE_ADMIN_PASSWORD_FILE cannot be read: ${reasonOf(cause)}.`, { cause })
  }
}
