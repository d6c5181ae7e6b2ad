import { text } from 'node:stream/consumers'
import { passwordFault } from '../metadata/password.server.ts'
import { addUser, findUser, roleIds } from '../metadata/users.server.ts'
import type { Command } from './settings.ts'
import { SettingsError } from './settings-error.ts'
import { openStore } from './store.ts'

const SHORTEST_PASSWORD = 12

/** `sightline user add NAME --role Admin`: the password is the first line of standard input. Works beside a running server. */
export async function addUserCommand(command: Extract<Command, { kind: 'add-user' }>): Promise<void> {
  if (process.stdin.isTTY) process.stderr.write('Password (ends with Ctrl+D): ')
  const password = (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? ''
  const fault = passwordFault(password, SHORTEST_PASSWORD)
  if (fault) throw new SettingsError(fault)
  const { store, now, close } = await openStore(command.settings, true)
  try {
    if (await findUser(store.db, command.username))
      throw new SettingsError(`The user ${command.username} exists already.`)
    const roles = await roleIds(store.db, command.roles)
    const missing = command.roles.find((name) => !roles.some((role) => role.name === name))
    if (missing) throw new SettingsError(`There is no role ${missing}.`)
    const name = command.username
    await addUser(
      store.db,
      {
        username: name,
        firstName: name,
        lastName: 'User',
        email: `${name}@localhost`,
        password,
        isActive: true,
        roleIds: roles.map((role) => role.id),
      },
      now(),
    )
    process.stdout.write(`The user ${name} was added with ${command.roles.join(', ')}.\n`)
  } finally {
    await close()
  }
}
