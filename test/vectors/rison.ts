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
    return verdict(same(got.value, plain(op === 'decode' ? expected.value : expected.text)), got)
  },
}
