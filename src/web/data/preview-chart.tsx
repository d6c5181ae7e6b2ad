import { useChart } from './chart-data.ts'
import type { FormData } from './chart-request.ts'
import { NoPicture } from './no-picture.tsx'
import { linePath, type Preview, previewOf, rangeOf } from './preview-model.ts'

const BOX = { width: 240, height: 90 }
/** Previews wait for everything that somebody looks at closely. */
const LAST_RANK = 1_000
const GRID = [0.25, 0.5, 0.75]

/** A chart's own data as a small picture. */
export function PreviewChart({ formData, name }: { formData: FormData; name: string }) {
  const { state } = useChart({ formData, rank: LAST_RANK })
  const frame = state.kind === 'ready' ? state.answer.frames[0] : undefined
  const preview = previewOf(String(formData.viz_type), frame)
  if (!preview && (state.kind === 'ready' || state.kind === 'failed')) return <NoPicture />
  return (
    <svg
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio={preview?.kind === 'parts' ? 'xMidYMid' : 'none'}
      fill="none"
      aria-hidden="true"
      data-name={name}
    >
      {preview?.kind !== 'parts' && <Ground />}
      {preview && <Shapes preview={preview} />}
    </svg>
  )
}

const Ground = () => (
  <>
    {GRID.map((share) => (
      <path
        key={share}
        d={`M0 ${BOX.height * share}H${BOX.width}`}
        stroke="var(--chart-grid)"
        vectorEffect="non-scaling-stroke"
      />
    ))}
    <path d={`M0 ${BOX.height}H${BOX.width}`} stroke="var(--chart-axis)" vectorEffect="non-scaling-stroke" />
  </>
)

function Shapes({ preview }: { preview: Preview }) {
  switch (preview.kind) {
    case 'lines':
      return <Lines series={preview.series} isArea={preview.isArea} />
    case 'bars':
      return <Bars stacks={preview.stacks} />
    case 'parts':
      return <Parts shares={preview.shares} />
  }
}

const colorOf = (at: number) => `var(--cat-${at + 1})`

function Lines({ series, isArea }: { series: readonly (readonly (number | null)[])[]; isArea: boolean }) {
  const range = rangeOf(series, isArea)
  return series.map((values, at) => {
    const path = linePath(values, range, BOX)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: series have no other identity here
      <g key={at}>
        {isArea && path !== '' && <path d={`${path}V${BOX.height}H0Z`} fill={colorOf(at)} opacity="0.25" />}
        <path d={path} stroke={colorOf(at)} strokeWidth="1.75" vectorEffect="non-scaling-stroke" />
      </g>
    )
  })
}

interface Segment {
  readonly part: number
  readonly top: number
  readonly height: number
}

function segmentsOf(stack: readonly number[], most: number): readonly Segment[] {
  let top = BOX.height
  return stack.map((value, part) => {
    const height = (value / most) * BOX.height
    top -= height
    return { part, top, height }
  })
}

function Bars({ stacks }: { stacks: readonly (readonly number[])[] }) {
  const most = Math.max(...stacks.map((stack) => stack.reduce((a, b) => a + b, 0)), 0) * 1.05 || 1
  const step = BOX.width / stacks.length
  const width = Math.min(28, step * 0.7)
  return stacks.map((stack, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity here
    <g key={at}>
      {segmentsOf(stack, most).map(({ part, top, height }) => (
        <rect
          key={part}
          x={at * step + (step - width) / 2}
          y={top}
          width={width}
          height={height}
          fill={colorOf(part)}
        />
      ))}
    </g>
  ))
}

const RADIUS = 34
const LENGTH = 2 * Math.PI * RADIUS

function Parts({ shares }: { shares: readonly number[] }) {
  let from = 0
  return shares.map((share, at) => {
    const start = from
    from += share
    return (
      <circle
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity here
        key={at}
        cx={BOX.width / 2}
        cy={BOX.height / 2}
        r={RADIUS}
        stroke={colorOf(at)}
        strokeWidth="18"
        strokeDasharray={`${Math.max(0, share * LENGTH - 1)} ${LENGTH}`}
        strokeDashoffset={-start * LENGTH}
        transform={`rotate(-90 ${BOX.width / 2} ${BOX.height / 2})`}
      />
    )
  })
}
