import type { ContractState } from './contract-state.ts'
import type { Answer, Exchange } from './exchange.ts'

const EVENTS_MAX = 50

/** Returns `undefined` for other calls. */
export function answerEvents(
  state: ContractState,
  { method, path, body }: Exchange,
): Answer | undefined {
  if (method !== 'POST' || path.join('/') !== 'events') return undefined
  const events = (body as { events?: unknown } | undefined)?.events
  if (!Array.isArray(events) || events.length < 1 || events.length > EVENTS_MAX) {
    return { status: 400, json: { success: false, error: 'Invalid events' } }
  }
  state.events.push(...(events as unknown[]))
  return { status: 202, json: { accepted: events.length } }
}
