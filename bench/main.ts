// `npm run bench`: what the chat costs in a browser, or one part of it (`-- stream`, `-- thread`,
// `-- open`, `-- idle`); `-- streams`: what open answers cost the server; `-- store`: what the store costs;
// `-- hold`: how long others wait for the most hostile calls, of which `--only` takes some.
import { parseArgs } from 'node:util'
import { startPostgres } from '../scripts/postgres.ts'
import { CHAT_PARTS, runChatBench } from './chat-bench.ts'
import { runHoldBench } from './hold/hold-bench.ts'
import { HOLD_SCALE } from './hold/hold-scale.ts'
import { runStoreBench } from './store-bench.ts'
import { BIG_SCALE, SMALL_SCALE } from './store-scale.ts'
import { runStreamsBench } from './streams-bench.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    big: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
    streams: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: '.' },
  },
})
const [part] = positionals
const runs = Number(values.runs)

if (part === 'store') {
  const postgres = await startPostgres()
  const scale = values.big ? BIG_SCALE : SMALL_SCALE
  await runStoreBench({ scale, postgresUrl: postgres.url, print: console.log })
  await postgres.stop()
} else if (part === 'streams') {
  await benchStreams()
} else if (part === 'hold') {
  const only = new RegExp(values.only)
  await runHoldBench({ scale: { ...HOLD_SCALE, runs }, print: console.log, only })
} else if (part === undefined) {
  await runChatBench(CHAT_PARTS, runs)
  await benchStreams()
} else if (CHAT_PARTS.includes(part)) {
  await runChatBench([part], runs)
} else {
  const parts = ['store', 'hold', 'streams', ...CHAT_PARTS]
  throw new Error(`There is no part ${part}: expected ${parts.join(', ')} or none.`)
}

function benchStreams(): Promise<void> {
  const [streams, seconds] = [Number(values.streams), Number(values.seconds)]
  return runStreamsBench({ streams, seconds, runs })
}
