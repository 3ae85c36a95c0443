// `npm run bench`: what the chat costs in a browser, or one part of it (`-- stream`, `-- thread`,
// `-- open`); `npm run bench -- store`: what the store costs.
import { parseArgs } from 'node:util'
import { startPostgres } from '../scripts/postgres.ts'
import { CHAT_PARTS, runChatBench } from './chat-bench.ts'
import { runStoreBench } from './store-bench.ts'
import { BIG_SCALE, SMALL_SCALE } from './store-scale.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    big: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
  },
})
const [part] = positionals

if (part === 'store') {
  const postgres = await startPostgres()
  const scale = values.big ? BIG_SCALE : SMALL_SCALE
  await runStoreBench({ scale, postgresUrl: postgres.url, print: console.log })
  await postgres.stop()
} else if (part === undefined || CHAT_PARTS.includes(part)) {
  await runChatBench(part === undefined ? CHAT_PARTS : [part], Number(values.runs))
} else {
  throw new Error(`There is no part ${part}: expected store, ${CHAT_PARTS.join(', ')} or none.`)
}
