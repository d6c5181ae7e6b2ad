import { TemplateError } from '../../query/template/value.ts'
import { Problem, type ProblemDetail, type Status } from '../../wire/problem.ts'
import type { PictureJob } from '../render/picture-job.ts'
import { type CellsAnswer, type CellsJob, makeCells } from './client-job.ts'
import { type FrameAnswer, type FrameJob, makeFrame } from './frame-job.ts'
import { makeSheet, type SheetJob } from './sheet-job.server.ts'
import { makeText, type TemplateAnswer, type TemplateJob } from './template-job.ts'

/** Work of users that may take long and that needs nothing but its data. */
export type Job =
  | { readonly kind: 'frame'; readonly job: FrameJob }
  | { readonly kind: 'cells'; readonly job: CellsJob }
  | { readonly kind: 'sheet'; readonly job: SheetJob }
  | { readonly kind: 'template'; readonly job: TemplateJob }
  | { readonly kind: 'picture'; readonly job: PictureJob }

export type Made = FrameAnswer | CellsAnswer | Uint8Array | TemplateAnswer

/** How a job ended, as it can be sent between threads. */
export type JobReply =
  | { readonly state: 'made'; readonly made: Made }
  | {
      readonly state: 'problem'
      readonly status: Status
      readonly body: Problem['body']
      readonly detail: ProblemDetail
    }
  | { readonly state: 'template'; readonly message: string; readonly name: string }
  | { readonly state: 'failed'; readonly message: string }

/** A job that is done in one go. */
export type QuickJob = Exclude<Job, { readonly kind: 'picture' }>

/** Does a job. Throws Problem or TemplateError. */
export function doJob({ kind, job }: QuickJob): Made {
  switch (kind) {
    case 'frame':
      return makeFrame(job)
    case 'cells':
      return makeCells(job)
    case 'sheet':
      return makeSheet(job)
    case 'template':
      return makeText(job)
  }
}

/** Does a job and tells its end as data. */
export async function replyTo(job: Job): Promise<JobReply> {
  try {
    return { state: 'made', made: job.kind === 'picture' ? await madePicture(job.job) : doJob(job) }
  } catch (cause) {
    if (cause instanceof Problem) {
      const { cause: _, ...detail } = cause.detail
      return { state: 'problem', status: cause.status, body: cause.body, detail }
    }
    if (cause instanceof TemplateError) {
      const { message, name } = cause
      return { state: 'template', message, name }
    }
    return { state: 'failed', message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}

/** What draws pictures is loaded with the first of them. Bytes of a library can belong to more than the picture, so they are copied. */
async function madePicture(job: PictureJob): Promise<Uint8Array> {
  const { makePicture } = await import('../render/make-picture.server.ts')
  return new Uint8Array(await makePicture(job))
}

/** What a reply says; throws what the job has thrown. */
export function madeBy(reply: JobReply): Made {
  switch (reply.state) {
    case 'made':
      return reply.made
    case 'problem':
      throw new Problem(reply.status, reply.body, reply.detail)
    case 'template':
      throw new TemplateError(reply.message, reply.name)
    case 'failed':
      throw new Error(reply.message)
  }
}
