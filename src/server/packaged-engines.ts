import type { Services } from '../gateway/services.server.ts'

/** Finds installed engine packages; one that cannot be used is named in the log. */
export async function addPackagedEngines(dirs: readonly string[], log: Services['log']): Promise<void> {
  const { findEngines } = await import('../engines/packaged/find.server.ts')
  const { engines, refusals } = await findEngines(dirs)
  if (engines.length > 0) log('info', 'engine packages were found', { engines })
  for (const refusal of refusals) log('warn', refusal)
}
