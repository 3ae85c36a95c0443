// The whole service with open streams, whose store is filled and searched in the same process.
import { runStreamsServer } from '../../server/testing/run-streams-server.ts'
import type { BenchOrder, BenchReport } from './bench-messages.ts'
import { measureAlcove } from './measure-alcove.ts'

const store = await runStreamsServer()
const tell = (report: BenchReport) => process.send?.(report)
process.on('message', (order: BenchOrder) => {
  void measureAlcove(store, order).then(tell)
})
