// A separate process for `npm run bench -- tokens`: all readers. Its parent sends the calls to open, then `{
// seconds }`, and gets the tokens that arrived in that time.
import type { StreamCall } from '../open-streams.ts'
import { openReaders } from './open-readers.ts'

const BASE_MS = Number(process.env['BASE_MS'])

type Order = { readonly calls: readonly StreamCall[] } | { readonly seconds: number }

let readers: ReturnType<typeof openReaders> | undefined

process.on('message', (order: Order) => {
  if ('calls' in order) {
    readers = openReaders(order.calls, BASE_MS)
    void readers.opened.then(
      () => process.send?.({ opened: order.calls.length }),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  } else {
    readers?.takeAges()
    setTimeout(() => process.send?.({ ages: readers?.takeAges() ?? [] }), order.seconds * 1_000)
  }
})
// Ends with its parent process.
process.once('disconnect', () => process.exit(0))
