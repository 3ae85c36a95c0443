import type * as v from 'valibot'
import type { eventsBodySchema } from '../../shared/wire/events.ts'
import type { Requests } from './create-requests.ts'

export type WidgetEvent = v.InferOutput<typeof eventsBodySchema>['events'][number]

/** Tells 1 to 50 events, also from a page that is being closed. Whoever counts may ignore errors. */
export function sendEvents(
  requests: Requests,
  events: readonly WidgetEvent[],
  signal: AbortSignal,
): Promise<void> {
  return requests.done(
    {
      method: 'POST',
      path: '/events',
      body: { events },
      mayMint: false,
      outlivesPage: true,
    },
    signal,
  )
}
