import { z } from 'zod'
import { invalidFields } from '../../wire/problem.ts'
import { text } from '../kit/fields.ts'
import { isAddressList } from './address.ts'

const KINDS = 'Email, Slack, SlackV2, Webhook'
const NO_TARGET = 'A recipient of an e-mail needs an address.'
const WRONG = 'The address is not valid.'

const more = () =>
  text()
    .refine((value) => value === '' || isAddressList(value), WRONG)
    .nullable()
    .optional()
const Recipient = z.strictObject({
  type: z.enum(['Email', 'Slack', 'SlackV2', 'Webhook'], { error: () => `Must be one of: ${KINDS}.` }),
  recipient_config_json: z.strictObject({
    target: text()
      .refine((value) => value !== '', NO_TARGET)
      .refine(isAddressList, WRONG),
    ccTarget: more(),
    bccTarget: more(),
  }),
})

/** Someone a report is sent to. */
export interface Recipient {
  readonly target: string
  readonly ccTarget?: string
  readonly bccTarget?: string
}

/** Reads the recipients of a body. Throws 400 with texts by place, and 422 for a way that is not offered. */
export function readRecipients(list: readonly unknown[]): Recipient[] {
  const wrong: Record<string, unknown> = {}
  const out: Recipient[] = []
  for (const [i, given] of list.entries()) {
    const parsed = Recipient.safeParse(given)
    if (!parsed.success) wrong[i] = textsOf(parsed.error)
    else if (parsed.data.type !== 'Email')
      throw invalidFields({ recipients: ['Reports are sent by e-mail only.'] }, 422)
    else out.push(configOf(parsed.data.recipient_config_json))
  }
  if (Object.keys(wrong).length > 0) throw invalidFields({ recipients: wrong as never })
  return out
}

function configOf({ target, ccTarget, bccTarget }: z.output<typeof Recipient>['recipient_config_json']): Recipient {
  return { target, ...(ccTarget ? { ccTarget } : {}), ...(bccTarget ? { bccTarget } : {}) }
}

/** The first thing that is wrong with a recipient, under its name; addresses stand beside the type. */
function textsOf(error: z.ZodError): Record<string, unknown> {
  const [issue] = error.issues
  const isUnknown = issue?.code === 'unrecognized_keys'
  const path = [...(issue?.path ?? []), ...(isUnknown ? [issue.keys[0]] : [])].map(String)
  const texts = [isUnknown ? 'Unknown field.' : (issue?.message ?? WRONG)]
  const [field = '_schema', inner] = path
  if (inner === undefined) return { [field]: texts }
  return isUnknown ? { [field]: { [inner]: texts } } : { [inner]: texts }
}
