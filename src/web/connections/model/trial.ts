/** What is known of a try to connect. */
export type Trial =
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'passed'; readonly ms: number }
  | {
      readonly state: 'failed'
      readonly ms: number
      readonly reason: string
      readonly errorType: string
      /** The way to the database failed, not the database. */
      readonly isTunnel: boolean
    }

export interface TrialStep {
  readonly label: string
  readonly state: 'passed' | 'failed' | 'open'
}

const SERVER_STEPS = ['Host found', 'Port open', 'User let in', 'Database opened'] as const
const TUNNEL_STEP = 'Tunnel open'
const FILE_STEPS = ['File found', 'Database opened'] as const

/** The step at which a kind of failure happens; the ones before it have passed. */
const FAILED_AT: Readonly<Record<string, number>> = {
  CONNECTION_INVALID_HOSTNAME_ERROR: 0,
  CONNECTION_HOST_DOWN_ERROR: 1,
  CONNECTION_PORT_CLOSED_ERROR: 1,
  CONNECTION_INVALID_PORT_ERROR: 1,
  CONNECTION_DATABASE_TIMEOUT: 1,
  CONNECTION_INVALID_USERNAME_ERROR: 2,
  CONNECTION_INVALID_PASSWORD_ERROR: 2,
  CONNECTION_UNKNOWN_DATABASE_ERROR: 3,
  CONNECTION_DATABASE_PERMISSIONS_ERROR: 3,
}

/** How far a try came. Empty where the failure does not tell. */
export function trialSteps(trial: Trial, isServer: boolean, hasTunnel = false): readonly TrialStep[] {
  const labels = [...(hasTunnel ? [TUNNEL_STEP] : []), ...(isServer ? SERVER_STEPS : FILE_STEPS)]
  if (trial.state === 'passed') return labels.map((label) => ({ label, state: 'passed' }))
  if (trial.state !== 'failed') return []
  const inPlace = failedStep(trial.errorType, isServer)
  if (inPlace === null && !trial.isTunnel) return []
  const failedAt = trial.isTunnel || inPlace === null ? 0 : inPlace + (hasTunnel ? 1 : 0)
  return labels.map((label, at) => ({ label, state: at < failedAt ? 'passed' : at === failedAt ? 'failed' : 'open' }))
}

function failedStep(errorType: string, isServer: boolean): number | null {
  if (isServer) return FAILED_AT[errorType] ?? null
  return errorType === 'CONNECTION_UNKNOWN_DATABASE_ERROR' ? 0 : null
}
