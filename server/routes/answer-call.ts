import type { BodyBudget } from '../limits/body-budget.ts'
import type { RouteContext } from './route.ts'

/** Answers a call whose body counts for the bodies in memory of its address until it is answered. */
export async function answerCall(
  c: RouteContext,
  bodies: BodyBudget,
  handle: () => Promise<Response>,
): Promise<Response> {
  const reservation = bodies.open(c.var.address)
  c.set('bodyReservation', reservation)
  try {
    const response = await handle()
    // A HEAD answer has no reader: the stream would wait for one for ever.
    if (c.req.method === 'HEAD') await response.body?.cancel()
    return response
  } finally {
    reservation.close()
  }
}
