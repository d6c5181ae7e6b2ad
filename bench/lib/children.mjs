import { fork } from 'node:child_process'
import { join } from 'node:path'

/** A helper process that answers one message at a time: `ask(message)` gives its answer. */
function helper(file) {
  const child = fork(join(import.meta.dirname, '..', file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ask = (message) =>
    new Promise((done, fail) => {
      const onExit = (code) => fail(new Error(`${file} ended with ${code}`))
      child.once('exit', onExit)
      child.once('message', (answer) => {
        child.off('exit', onExit)
        if (answer.error) fail(new Error(answer.error))
        else done(answer)
      })
      child.send(message)
    })
  return {
    ask,
    stop: () =>
      new Promise((done) => {
        child.once('exit', done)
        child.disconnect()
      }),
  }
}

/** DuckDB alone, in a process of its own. */
export const rawDuckdb = () => helper('raw-duckdb.mjs')

/** DuckDB alone, and with the product's code that writes its rows. */
export const encodingDuckdb = () => helper('encode-duckdb.mjs')

/** node:http alone, giving ready bytes. */
export const bareServer = () => helper('bare-server.mjs')

/** The PostgreSQL driver alone, in a process of its own. */
export const rawPostgres = () => helper('raw-postgres.mjs')
