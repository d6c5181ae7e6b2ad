import { readFileSync } from 'node:fs'
import { SettingsError } from '../settings-error.ts'

/** The server that sends e-mail, and as whom. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte. */
  readonly isTls: boolean
  /** TLS is asked for and must be given. */
  readonly startsTls: boolean
  readonly user: string | null
  readonly password: string | null
  readonly from: string
}

type Env = Readonly<Record<string, string | undefined>>
const SENDER = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/

/** The mail server of the environment, null without SMTP_HOST. Throws SettingsError with words for an operator. */
export function smtpOf(env: Env): SmtpSettings | null {
  const host = env['SMTP_HOST']
  if (!host) return null
  const isTls = flag(env['SMTP_SSL'], false)
  const from = env['SMTP_MAIL_FROM'] ?? ''
  if (!SENDER.test(from)) throw new SettingsError('SMTP_MAIL_FROM must be the e-mail address that reports come from.')
  return {
    host,
    port: portOf(env['SMTP_PORT'], isTls ? 465 : 587),
    isTls,
    startsTls: flag(env['SMTP_STARTTLS'], !isTls),
    user: env['SMTP_USER'] || null,
    password: passwordOf(env),
    from,
  }
}

/** The address by which people reach the server, without a final slash; null where it is not given. */
export function publicUrlOf(env: Env): string | null {
  const text = env['SIGHTLINE_PUBLIC_URL']
  if (!text) return null
  if (!/^https?:\/\/[^\s"<>]+$/.test(text) || !URL.canParse(text))
    throw new SettingsError('SIGHTLINE_PUBLIC_URL must be an address such as https://bi.example.com.')
  return text.replace(/\/+$/, '')
}

function passwordOf(env: Env): string | null {
  const path = env['SMTP_PASSWORD_FILE']
  if (!path) return env['SMTP_PASSWORD'] || null
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (cause) {
    throw new SettingsError(`SMTP_PASSWORD_FILE cannot be read: ${path}`, { cause })
  }
}

function portOf(text: string | undefined, usual: number): number {
  if (!text) return usual
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new SettingsError(`SMTP_PORT must be a number from 1 to 65535, not "${text}".`)
  return port
}

const flag = (text: string | undefined, usual: boolean) =>
  text ? !['0', 'false', 'no', 'off'].includes(text.toLowerCase()) : usual
