interface MiniHistogramProps {
  readonly counts: readonly number[]
  readonly label: string
  readonly height?: number
}

const BAR_GAP = 0.14

export function MiniHistogram({ counts, label, height = 16 }: MiniHistogramProps) {
  const most = Math.max(1, ...counts)
  return (
    <svg
      className="grid-hist"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${counts.length} 1`}
      preserveAspectRatio="none"
      height={height}
    >
      {counts.map((count, place) => {
        const size = count === 0 ? 0 : Math.max(0.06, count / most)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its place
          <rect key={place} x={place + BAR_GAP / 2} y={1 - size} width={1 - BAR_GAP} height={size} />
        )
      })}
    </svg>
  )
}
