import { expect, it } from 'vitest'
import { fileName } from './yaml-file.ts'

it.each([
  ['Sales board / Q1', 'Sales_board_Q1'],
  ['Läger / 2 (ro).x', 'Lager_2_ro.x'],
  ['Größe / ümlaut – 2024', 'Groe_umlaut_2024'],
  ['we/ird.t', 'we_ird.t'],
  ['Продажи 2024', 'Продажи_2024'],
  ['....', 'unnamed'],
])('names the file of %s %s', (name, wanted) => expect(fileName(name)).toBe(wanted))
