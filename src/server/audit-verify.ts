import { checkAudit } from './audit.ts'
import type { Settings } from './settings.ts'
import { openStore } from './store.ts'

/** `sightline audit verify`: gives the words and the exit code. Works beside a running server. */
export async function verifyAudit(settings: Settings): Promise<{ readonly words: string; readonly code: 0 | 1 }> {
  const { store, close } = await openStore(settings, true)
  try {
    const { rows, brokenId } = await checkAudit(store.db)
    if (brokenId === null) return { words: `The audit log is whole: ${rows} rows, each as it was written.`, code: 0 }
    const words = `Row ${brokenId} of the audit log was changed, or what came before it: ${rows} rows fit.`
    return { words, code: 1 }
  } finally {
    await close()
  }
}
