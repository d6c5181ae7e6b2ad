/** Rhythms that are offered, in seconds. */
export const REFRESH_CHOICES: readonly { readonly value: number; readonly label: string }[] = [
  { value: 0, label: 'Do not refresh' },
  { value: 10, label: '10 seconds' },
  { value: 30, label: '30 seconds' },
  { value: 60, label: '1 minute' },
  { value: 300, label: '5 minutes' },
  { value: 1_800, label: '30 minutes' },
  { value: 3_600, label: '1 hour' },
  { value: 21_600, label: '6 hours' },
  { value: 86_400, label: '24 hours' },
]
