import { failureOf, networkFailure, ownHeaders } from '../http.ts'

/**
 * Sends a form and tells how much of it has left the browser, from 0 to 1: `fetch` does not say that. Throws an
 * `HttpError` as other requests do; an abort ends the request.
 */
export async function sendFile(
  path: string,
  body: FormData,
  signal: AbortSignal,
  onSent: (fraction: number) => void,
): Promise<void> {
  signal.throwIfAborted()
  const request = new XMLHttpRequest()
  const stop = () => request.abort()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      request.upload.onprogress = ({ loaded, total }) => onSent(loaded / total)
      request.upload.onload = () => onSent(1)
      request.onload = () =>
        request.status < 300 ? resolve() : reject(failureOf(request.status, request.responseText))
      request.onerror = () => reject(networkFailure())
      request.onabort = () => reject(signal.reason)
      request.open('POST', path)
      for (const [name, value] of Object.entries(ownHeaders('POST'))) request.setRequestHeader(name, value)
      request.send(body)
    })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
