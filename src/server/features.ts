/** What can be switched on and off, and how it is without a word about it. */
const SWITCHES: Readonly<Record<string, boolean>> = {
  CONFIRM_DASHBOARD_DIFF: true,
  DASHBOARD_CROSS_FILTERS: true,
  DASHBOARD_RBAC: true,
}

/** Features by name from a list such as `DASHBOARD_RBAC=off,CONFIRM_DASHBOARD_DIFF=on`; null when it cannot be read. */
export function featuresOf(text: string | undefined): Readonly<Record<string, boolean>> | null {
  const features: Record<string, boolean> = { ...SWITCHES }
  for (const part of (text ?? '').split(',').filter((one) => one.trim() !== '')) {
    const [, name = '', state] = /^\s*(\w+)\s*=\s*(on|off)\s*$/i.exec(part) ?? []
    if (!Object.hasOwn(SWITCHES, name)) return null
    features[name] = state?.toLowerCase() === 'on'
  }
  return features
}

export const FEATURE_NAMES = Object.keys(SWITCHES).join(', ')
