import { decodeRison, encodeRison } from '../../src/wire/rison.ts'
import { attempt, type Player, verdict } from './player.ts'
import { plain, same } from './same.ts'

export const rison: Player = {
  topic: 'rison',
  play({ op, input, expected }) {
    const got =
      op === 'decode' ? attempt(() => decodeRison(String(input.text))) : attempt(() => encodeRison(plain(input.value)))
    if ('error' in expected) return verdict('error' in got, got)
    if ('error' in got) return verdict(false, got)
    if (op === 'decode') return verdict(same(got.value, plain(expected.value)), got)
    // Texts that read alike are alike: the order of keys and the spelling of a number are free.
    return verdict(same(decodeRison(String(got.value)), decodeRison(String(expected.text))), got)
  },
}
