import type { SmtpSettings } from './smtp-settings.ts'

export interface Attachment {
  readonly filename: string
  readonly content: Uint8Array
  readonly contentType: string
  /** The name under which the mail shows it; without one it is a file beside the mail. */
  readonly cid?: string
}

export interface Mail {
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly Attachment[]
  /** The same for the same execution, so that a mail that went out twice is one to a mailbox. */
  readonly key: string
}

/** Sends a mail. Throws an Error with the words of the mail server. */
export type Mailer = (mail: Mail) => Promise<void>

const PATIENCE_MS = 30_000

/** Sends by SMTP. The library is loaded with the first mail. */
export function smtpMailer(smtp: SmtpSettings): Mailer {
  return async (mail) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host: smtp.host,
      port: smtp.port,
      secure: smtp.isTls,
      requireTLS: smtp.startsTls && !smtp.isTls,
      ignoreTLS: !smtp.startsTls,
      ...(smtp.user === null ? {} : { auth: { user: smtp.user, pass: smtp.password ?? '' } }),
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail({
        from: smtp.from,
        to: [...mail.to],
        cc: [...mail.cc],
        bcc: [...mail.bcc],
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.key}@${smtp.from.split('@')[1]}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: mail.attachments.map(({ filename, content, contentType, cid }) => ({
          filename,
          content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
          contentType,
          ...(cid === undefined ? {} : { cid, contentDisposition: 'inline' as const }),
        })),
      })
    } finally {
      transport.close()
    }
  }
}
