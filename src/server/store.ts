import type { MetadataStore } from '../metadata/open.server.ts'
import { openMetadata } from '../metadata/open.server.ts'
import { Problem } from '../wire/problem.ts'
import { seedAccess } from './access/seed.ts'
import { DataDirectoryError, holdDataDirectory, prepareDataDirectory, reasonOf } from './data-directory.ts'
import { type Keys, openKeys } from './secrets.ts'
import type { Settings } from './settings.ts'

export interface OpenStore {
  readonly store: MetadataStore
  readonly keys: Keys
  now(): Date
  close(): Promise<void>
}

/** Takes the data directory (or shares it, beside a running server) and opens what is in it: the keys and the metadata store, with its roles. */
export async function openStore(settings: Settings, isShared = false): Promise<OpenStore> {
  if (isShared) prepareDataDirectory(settings.dataDir)
  const lock = isShared ? null : holdDataDirectory(settings.dataDir)
  const now = () => (settings.frozenNow ? new Date(settings.frozenNow) : new Date())
  try {
    const keys = openKeys(settings.dataDir, settings.secret)
    const store = await openMetadata({ url: settings.metadataUrl, dir: settings.dataDir, now })
    await seedAccess(store.db)
    return {
      store,
      keys,
      now,
      close: async () => {
        await store.close()
        lock?.release()
      },
    }
  } catch (cause) {
    lock?.release()
    throw explained(settings, cause instanceof Problem ? cause.detail.cause : cause)
  }
}

function explained(settings: Settings, cause: unknown): unknown {
  const { code, errcode } = cause as { code?: string; errcode?: number }
  if (code === 'ENOSPC' || errcode === 13)
    return new DataDirectoryError(`The data directory ${settings.dataDir} cannot be used: its disk is full.`, { cause })
  if (code === 'EACCES' || code === 'EROFS' || errcode === 8 || errcode === 14)
    return new DataDirectoryError(`The data directory ${settings.dataDir} cannot be used: ${reasonOf(cause)}.`, {
      cause,
    })
  if (errcode === 11 || errcode === 26)
    return new DataDirectoryError(
      `The metadata store ${settings.dataDir}/metadata.db is damaged. Restore it from a back-up (metadata-before-*.db or your own).`,
      { cause },
    )
  if (settings.metadataUrl !== null && (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code?.startsWith('28')))
    return new DataDirectoryError(
      `The metadata store of SIGHTLINE_METADATA_URL cannot be reached: ${cause instanceof Error ? cause.message || code : code}.`,
      { cause },
    )
  return cause
}
