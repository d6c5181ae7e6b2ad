import { http } from '../data/http.ts'
import { type DownloadState, NOTHING_YET, withLine } from './model/download-lines.ts'

export type DownloadFormat = 'pdf' | 'png' | 'xlsx'

export interface DownloadRequest {
  readonly format: DownloadFormat
  readonly dataMask: unknown
  readonly locale: 'en' | 'de'
}

/** Has the server make a file of a dashboard; `onState` is told after every line. Rejects when it is aborted or fails on the way. */
export async function downloadDashboard(
  id: number,
  request: DownloadRequest,
  { signal, onState }: { signal: AbortSignal; onState(state: DownloadState): void },
): Promise<DownloadState> {
  const body = JSON.stringify({ ...request, progress: true })
  const headers = { 'content-type': 'application/json', accept: 'application/x-ndjson' }
  const response = await http.raw('POST', `/api/v1/dashboard/${id}/download/`, body, { signal, headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let state = NOTHING_YET
  let rest = ''
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) state = withLine(state, line)
    onState(state)
  }
  return withLine(state, rest)
}

/** Hands a finished file to the person. */
export function saveDownload({ file, parts }: DownloadState): void {
  if (file === null) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(parts.map(bytesOf), { type: file.media }))
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

const bytesOf = (part: string) => Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0))
