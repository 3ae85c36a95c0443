// A peer that keeps all pieces in its process's memory. Arguments: its name. Orders come from the parent.
import { measurePeer } from './measure-peer.ts'
import type { BenchOrder, BenchReport } from './bench-messages.ts'
import { createPeer, type PeerName } from './peers.ts'

const peer = await createPeer(process.argv[2] as PeerName)
const tell = (report: BenchReport) => process.send?.(report)
process.on('message', (order: BenchOrder) => {
  void measurePeer(peer, order).then(tell)
})
tell({ type: 'ready' })
