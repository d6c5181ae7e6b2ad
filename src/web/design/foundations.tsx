import { Mark } from '../ui/marks.tsx'
import styles from './design.module.css'
import { Section } from './section.tsx'

const SURFACES = [
  'bg',
  'surface',
  'sunken',
  'raised',
  'hover',
  'press',
  'select',
  'line',
  'line-strong',
  'line-control',
]
const MEANINGS = [
  'text',
  'text-2',
  'text-3',
  'accent',
  'accent-soft',
  'accent-line',
  'ok',
  'warn',
  'danger',
  'danger-solid',
]
const SCALES = {
  Categories: Array.from({ length: 10 }, (_, at) => `cat-${at + 1}`),
  Depth: Array.from({ length: 9 }, (_, at) => `seq-${at + 1}`),
  Datum: Array.from({ length: 9 }, (_, at) => `div-${at + 1}`),
}

export const Foundations = () => (
  <div className={styles.columns}>
    <Section title="Type" hint="Inter for words and figures, JetBrains Mono for code">
      <span className={styles.figure}>1,284,907</span>
      <span className="t6">Departure performance</span>
      <span className="t5">Delay by carrier</span>
      <span className="t4">Section heading</span>
      <span>Body and controls that need reading</span>
      <span className="t2">Controls, tables, tiles, menus</span>
      <span className="t1 c3">Labels, axes, help, time stamps</span>
      <code className="code">
        <span className="kw">select</span> <span className="nu">1_204</span> <span className="kw">as</span> rows{' '}
        <span className="co">-- mono</span>
      </code>
    </Section>
    <Section title="Neutrals and accent" hint="Text passes 4.5 on every surface it may lie on">
      <Swatches names={SURFACES} />
      <Swatches names={MEANINGS} />
    </Section>
    <Section title="Data colours" hint="Ten categories keep their hue in both themes">
      {Object.entries(SCALES).map(([name, tokens]) => (
        <div key={name} className="col g1">
          <span className="t1 c3">{name}</span>
          <div className={styles.scale}>
            {tokens.map((token) => (
              <span key={token} style={{ background: `var(--${token})` }} />
            ))}
          </div>
        </div>
      ))}
      <div className={styles.wrap}>
        <Mark size={16} />
        <Mark size={24} />
        <Mark size={40} />
      </div>
    </Section>
  </div>
)

const Swatches = ({ names }: { names: readonly string[] }) => (
  <div className={styles.swatches}>
    {names.map((name) => (
      <div key={name}>
        <div className={styles.swatch} style={{ background: `var(--${name})` }} />
        {name}
      </div>
    ))}
  </div>
)
