import type { Message } from '../../../shared/thread/message.ts'
import type { RunEnd } from './create-run-narrator.ts'

/**
 * How a run ended, read off the last message. An answer that was stopped before its first word is
 * gone, and maybe its question too.
 */
export function describeRunEnd(
  last: Message | undefined,
  unsent: ReadonlySet<string>,
  speechOf: (message: Message) => string,
): RunEnd {
  if (last?.role !== 'assistant') {
    return { type: last !== undefined && unsent.has(last.id) ? 'not-sent' : 'stopped' }
  }
  if (last.status?.type === 'incomplete') {
    if (last.status.reason === 'error') return { type: 'failed' }
    if (last.status.reason === 'cancelled') return { type: 'stopped' }
  }
  return { type: 'complete', text: speechOf(last) }
}
