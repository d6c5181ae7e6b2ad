/** Grains that a time grain filter offers, finest first. */
export const TIME_GRAINS = [
  { value: 'PT1M', label: 'Minute' },
  { value: 'PT5M', label: '5 minutes' },
  { value: 'PT30M', label: '30 minutes' },
  { value: 'PT1H', label: 'Hour' },
  { value: 'PT6H', label: '6 hours' },
  { value: 'P1D', label: 'Day' },
  { value: 'P1W', label: 'Week' },
  { value: 'P1M', label: 'Month' },
  { value: 'P3M', label: 'Quarter' },
  { value: 'P1Y', label: 'Year' },
] as const
