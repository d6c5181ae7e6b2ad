import { styleText } from 'node:util'

export interface Terminal {
  /** One line about what happens. */
  step(text: string): void
  /** What the user came for: the address, a link. */
  notice(label: string, text: string): void
  warn(text: string): void
  /** Redraws one line while something long goes on; `null` ends it. */
  progress(label: string, fraction: number | null): void
}

const BAR = 24

/** Lines for people on standard output; a progress bar only where it can be redrawn. */
export function terminal(isQuiet: boolean, out: NodeJS.WriteStream): Terminal {
  let drawn = false
  let lastStep = -1
  const write = (text: string) => out.write(text)
  const clear = () => {
    if (drawn) write('\r\u001b[2K')
    drawn = false
  }
  return {
    step: (text) => {
      clear()
      if (!isQuiet) write(`  ${text}\n`)
    },
    notice: (label, text) => {
      clear()
      write(`  ${paint(out, 'bold', label.padEnd(14))}${paint(out, 'cyan', text)}\n`)
    },
    warn: (text) => {
      clear()
      write(`  ${paint(out, 'yellow', text)}\n`)
    },
    progress: (label, fraction) => {
      if (isQuiet) return
      if (fraction === null) return clear()
      const done = Math.round(fraction * BAR)
      const line = `  ${label} ${'█'.repeat(done)}${'░'.repeat(BAR - done)} ${String(Math.round(fraction * 100)).padStart(3)} %`
      if (out.isTTY) {
        write(`\r\u001b[2K${line}`)
        drawn = true
      } else if (Math.floor(fraction * 4) > lastStep) {
        lastStep = Math.floor(fraction * 4)
        write(`${line}\n`)
      }
    },
  }
}

const paint = (out: NodeJS.WriteStream, style: 'bold' | 'cyan' | 'yellow', text: string) =>
  out.isTTY && !process.env['NO_COLOR'] ? styleText(style, text) : text
