import { toldFailure } from '../data/told-failure.ts'
import { text } from '../ui/text.ts'

/** Why a dashboard could not be saved, in the words that are known for it. */
export const dashboardSaveFailure = (error: unknown): string =>
  toldFailure(error, words()) ?? text('Sorry, an unknown error occurred')

/** Why something that belongs to a dashboard could not be saved; no reason has a full stop there. */
export const saveFailure = (error: unknown): string =>
  toldFailure(error, words()) ?? text('Sorry, an unknown error occurred.')

const words = () => ({
  forbidden: text('You do not have permission to edit this dashboard'),
  because: (reason: string) => text('Sorry, there was an error saving this dashboard: {{reason}}', { reason }),
})
