// Runs a ClickHouse server until it is killed: node server.mjs PORT DATA_DIR CONFIG_FILE. The library is the whole
// program; its command line never returns, so that it has a thread of its own and this one watches the parent.
import { createRequire } from 'node:module'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { DataType, load, open } from 'ffi-rs'

const HTTP_AND_SLEEP =
  'SYSTEM START LISTEN HTTP; SELECT sleepEachRow(1) FROM numbers(1000000000) FORMAT Null ' +
  'SETTINGS max_block_size = 1, max_threads = 1, function_sleep_max_microseconds_per_block = 0'
const STACK_MB = 8

if (isMainThread) {
  const [port, data, config] = process.argv.slice(2)
  const end = () => process.kill(process.pid, 'SIGKILL')
  process.once('disconnect', end)
  const resourceLimits = { stackSizeMb: STACK_MB }
  new Worker(new URL(import.meta.url), { workerData: { port, data, config }, resourceLimits }).once('exit', end)
} else {
  const library = createRequire(import.meta.url).resolve('@chdb/lib-linux-x64-gnu/libchdb.so')
  const args = [
    'clickhouse',
    '--listen_host=127.0.0.1',
    `--http_port=${workerData.port}`,
    `--path=${workerData.data}`,
    `--config-file=${workerData.config}`,
    `--query=${HTTP_AND_SLEEP}`,
  ]
  open({ library: 'clickhouse', path: library })
  load({
    library: 'clickhouse',
    funcName: 'chdb_query_cmdline',
    retType: DataType.External,
    paramsType: [DataType.I32, DataType.StringArray],
    paramsValue: [args.length, args],
  })
}
