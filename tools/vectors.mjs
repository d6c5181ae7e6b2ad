// Plays the recorded test vectors: npm run vectors [-- --dir DIR] [-- --json FILE] [-- --topic NAME] [-- --show N]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const runner = fileURLToPath(new URL('../test/vectors/run.ts', import.meta.url))
const { status } = spawnSync(process.execPath, [runner, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exit(status ?? 1)
