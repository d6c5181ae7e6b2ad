import { parentPort, workerData } from 'node:worker_threads'
import { addDialect } from '../../engines/dialects.ts'
import type { EnginePackage } from '../../engines/packaged/contract.server.ts'
import { type Job, type JobReply, replyTo } from './job.server.ts'

/** A thread that does one job after the other. */
parentPort?.on('message', async (job: Job) => {
  const reply = await replyTo(job)
  parentPort?.postMessage(reply, bytesOf(reply))
})

/** Dialects of packaged engines, which templates may need. */
async function addPackaged(entries: readonly string[]): Promise<void> {
  for (const entry of entries) addDialect(((await import(entry)) as EnginePackage).dialect)
}

void addPackaged((workerData as { engines: readonly string[] }).engines).then(() => parentPort?.postMessage('ready'))

/** The bytes of an answer are handed over, not copied. */
function bytesOf(reply: JobReply): ArrayBuffer[] {
  if (reply.state !== 'made') return []
  const { made } = reply
  const bytes = made instanceof Uint8Array ? made : 'body' in made ? made.body : null
  return bytes && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
}
