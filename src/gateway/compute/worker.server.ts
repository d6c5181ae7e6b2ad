import { parentPort } from 'node:worker_threads'
import { type Job, type JobReply, replyTo } from './job.server.ts'

/** A thread that does one job after the other. */
parentPort?.on('message', (job: Job) => {
  const reply = replyTo(job)
  parentPort?.postMessage(reply, bytesOf(reply))
})
parentPort?.postMessage('ready')

/** The bytes of an answer are handed over, not copied. */
function bytesOf(reply: JobReply): ArrayBuffer[] {
  if (reply.state !== 'made') return []
  const { made } = reply
  const bytes = made instanceof Uint8Array ? made : 'body' in made ? made.body : null
  return bytes && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
}
