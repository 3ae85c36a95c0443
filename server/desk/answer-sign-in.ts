import type { Context } from 'hono'
import type { AppEnv } from '../routes/app-env.ts'
import type { DeskParts } from './desk-route.ts'
import { setSessionCookie } from './session-cookie.ts'
import type { StartedSession } from './sign-ins.ts'

const DAY_SECONDS = 86_400

/** Gives the browser its session. */
export function answerSignIn(
  c: Context<AppEnv>,
  { token }: StartedSession,
  { settings }: DeskParts,
): Response {
  const seconds = settings.sessionDays * DAY_SECONDS
  setSessionCookie(c, c.var.deskPlace!, { token, seconds })
  return c.body(null, 204)
}
