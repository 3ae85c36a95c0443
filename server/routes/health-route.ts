import { Hono } from 'hono'
import { AlcoveError } from '../../shared/errors.ts'
import type { Store } from '../store/store.ts'
import type { AppEnv } from './app-env.ts'

/** Whether the service can work: it answers, and so does its database. */
export function createHealthRoute(store: Store): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/healthz', async (c) => {
    await store.ping().catch((cause: unknown) => {
      throw new AlcoveError('unavailable', 'The database does not answer.', { cause })
    })
    return c.json({ ok: true })
  })
}
