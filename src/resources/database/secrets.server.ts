import { X509Certificate } from 'node:crypto'
import { MASK } from '../../gateway/database-address.ts'
import { invalidFields } from '../../wire/problem.ts'

/** Throws a Problem with the field and a status for a server certificate that is no PEM certificate; empty is none. */
export function refuseBadCertificate(certificate: string | null | undefined, status: 400 | 422): void {
  if (!certificate?.trim()) return
  try {
    new X509Certificate(certificate)
  } catch {
    throw invalidFields({ server_cert: ['Invalid certificate'] }, status)
  }
}

/** Further secrets as forms and answers show them: keys stay, so that it is seen what is set; no value leaves the server. */
export function maskedExtra(text: string): string {
  return JSON.stringify(Object.fromEntries(Object.keys(entriesOf(text)).map((key) => [key, MASK])))
}

/** Further secrets as they were sent, where a value that comes back masked is the one that is stored. */
export function unmaskedExtra(text: string, stored: string | null): string {
  const sent = entriesOf(text)
  const before = entriesOf(stored ?? '{}')
  const isBack = (key: string) => sent[key] === MASK && Object.hasOwn(before, key)
  if (!Object.keys(sent).some(isBack)) return text
  return JSON.stringify(Object.fromEntries(Object.keys(sent).map((key) => [key, (isBack(key) ? before : sent)[key]])))
}

function entriesOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
