import type { BenchOrder, BenchReport } from './bench-messages.ts'
import { makeDocuments } from './make-pieces.ts'
import { askQuestions } from './ask-questions.ts'
import { watchMemory } from './watch-memory.ts'
import type { Peer } from './peers.ts'

export async function measurePeer(peer: Peer, order: BenchOrder): Promise<BenchReport> {
  if (order.type === 'search') {
    return askQuestions(order, async ({ question, piece }) =>
      (await peer.search(question)).includes(piece),
    )
  }
  const memory = watchMemory()
  const startedAt = performance.now()
  let number = 0
  for (const { title, pieces } of makeDocuments(order.pieces)) {
    for (const { heading, text } of pieces) {
      await peer.add(number, title, heading, text)
      number += 1
    }
    memory.look()
  }
  peer.finish()
  memory.look()
  return { type: 'indexed', ms: performance.now() - startedAt, memoryMib: memory.peakMib() }
}
