import { RedisError } from '../gateway/shared/redis-error.ts'
import { NewerSchemaError } from '../metadata/migrate.server.ts'
import { DataDirectoryError } from './data-directory.ts'
import { RemoteError } from './files/remote.ts'
import { PortError } from './front-door.ts'
import { SecretError } from './secrets.ts'
import { SettingsError } from './settings-error.ts'

/** Failures whose text says all that a person at the terminal needs. */
export const isUserFault = (cause: Error): boolean =>
  [SettingsError, SecretError, DataDirectoryError, PortError, NewerSchemaError, RedisError, RemoteError].some(
    (kind) => cause instanceof kind,
  )
