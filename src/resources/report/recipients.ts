import { z } from 'zod'
import { invalidFields } from '../../wire/problem.ts'
import { text } from '../kit/fields.ts'
import { isAddressList } from './address.ts'

const KINDS = 'Email, Slack, SlackV2, Webhook'
const WRONG = 'The address is not valid.'

const more = () =>
  text()
    .refine((value) => value === '' || isAddressList(value), WRONG)
    .nullable()
    .optional()
const Recipient = z.strictObject({
  type: z.enum(['Email', 'Slack', 'SlackV2', 'Webhook'], { error: () => `Must be one of: ${KINDS}.` }),
  recipient_config_json: z.strictObject({
    target: text().refine(isAddressList, WRONG),
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

/** The first thing that is wrong with a recipient, under its name. */
function textsOf(error: z.ZodError): Record<string, unknown> {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') return { [String(issue.keys[0])]: ['Unknown field.'] }
  const [field = '_schema', ...rest] = issue?.path ?? []
  const texts = [issue?.message ?? WRONG]
  return { [String(field)]: rest.length > 0 ? { [String(rest[0])]: texts } : texts }
}
