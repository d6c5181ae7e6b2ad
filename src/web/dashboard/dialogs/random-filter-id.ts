import { randomUuid } from '../../../kernel/random-id.ts'

/** As long as those that other clients give. */
export const randomId = (): string => randomUuid().replaceAll('-', '').slice(0, 21)
