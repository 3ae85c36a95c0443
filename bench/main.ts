// `npm run bench`: what the chat costs in a browser; `npm run bench -- store`: what the store costs.
import { parseArgs } from 'node:util'
import { startPostgres } from '../scripts/postgres.ts'
import { runChatBench } from './chat-bench.ts'
import { runStoreBench } from './store-bench.ts'
import { BIG_SCALE, SMALL_SCALE } from './store-scale.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { big: { type: 'boolean', default: false } },
})

if (positionals[0] === 'store') {
  const postgres = await startPostgres()
  const scale = values.big ? BIG_SCALE : SMALL_SCALE
  await runStoreBench({ scale, postgresUrl: postgres.url, print: console.log })
  await postgres.stop()
} else {
  await runChatBench()
}
