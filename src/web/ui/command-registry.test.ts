import { describe, expect, it } from 'vitest'
import { type Command, commandForPress, createCommandRegistry, searchCommands } from './command-registry.ts'
import { comboLabel } from './key-combo.ts'

const nothing = () => undefined
const command = (id: string, more: Partial<Command> = {}): Command => ({ id, label: id, run: nothing, ...more })
const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})
const outside = { isMac: false, isInText: false }

describe('the command registry', () => {
  it('gives the place back to the command before when one leaves', () => {
    const registry = createCommandRegistry()
    registry.register(command('save', { label: 'Save' }))
    const leave = registry.register(command('save', { label: 'Save dashboard' }))
    expect(registry.list().map((one) => one.label)).toEqual(['Save dashboard'])
    leave()
    expect(registry.list().map((one) => one.label)).toEqual(['Save'])
  })

  it('finds by keys, Cmd on a Mac and Ctrl elsewhere', () => {
    const commands = [command('run', { keys: 'Mod+Enter' })]
    expect(commandForPress(commands, press('Enter', { ctrlKey: true }), outside)?.id).toBe('run')
    expect(commandForPress(commands, press('Enter', { metaKey: true }), { ...outside, isMac: true })?.id).toBe('run')
    expect(commandForPress(commands, press('Enter', { ctrlKey: true }), { ...outside, isMac: true })).toBeNull()
    expect(commandForPress(commands, press('Enter', { ctrlKey: true, shiftKey: true }), outside)).toBeNull()
  })

  it('leaves letters to whoever types', () => {
    const commands = [command('help', { keys: '?' }), command('palette', { keys: 'Mod+K' })]
    const typing = { isMac: false, isInText: true }
    expect(commandForPress(commands, press('?', { shiftKey: true }), outside)?.id).toBe('help')
    expect(commandForPress(commands, press('?', { shiftKey: true }), typing)).toBeNull()
    expect(commandForPress(commands, press('k', { ctrlKey: true }), typing)?.id).toBe('palette')
  })

  it('passes over what is not offered', () => {
    const commands = [command('a', { keys: 'E' }), command('b', { keys: 'E', when: () => false })]
    expect(commandForPress(commands, press('e'), outside)?.id).toBe('a')
    expect(searchCommands(commands, '').map((one) => one.id)).toEqual(['a'])
  })

  it('searches every word, beginnings first', () => {
    const commands = [command('1', { label: 'Go to charts' }), command('2', { label: 'Charts by owner' })]
    expect(searchCommands(commands, 'charts').map((one) => one.id)).toEqual(['2', '1'])
    expect(searchCommands(commands, 'charts go').map((one) => one.id)).toEqual(['1'])
  })

  it('writes keys as people know them', () => {
    expect(comboLabel('Mod+Enter', false)).toBe('Ctrl ↵')
    expect(comboLabel('Mod+Shift+K', true)).toBe('⌘ ⇧ K')
  })
})
