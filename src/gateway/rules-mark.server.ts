import type { TableRule } from '../query/sql/guard.ts'
import type { Services } from './services.server.ts'

/** A mark of rules that tells whether they changed, and nothing of what they say. */
export const rulesMark = ({ sign }: Pick<Services, 'sign'>, rules: readonly TableRule[]) => sign(JSON.stringify(rules))
