import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { AppEnv } from '../routes/app-env.ts'
import type { DeskPlace } from '../routes/desk-address.ts'

const NAME = 'alcove-desk'

/**
 * Attributes of the desk's only cookie. Some browsers keep no Secure cookie of `http://localhost`, so there it
 * has another name, without the prefix that demands Secure.
 */
function optionsFor({ origin }: DeskPlace) {
  const common = { httpOnly: true, sameSite: 'Strict', path: '/' } satisfies CookieOptions
  return origin.startsWith('https:')
    ? ({ ...common, secure: true, prefix: 'host' } satisfies CookieOptions)
    : common
}

export function readSessionCookie(c: Context<AppEnv>, place: DeskPlace): string | undefined {
  const { prefix } = { prefix: undefined, ...optionsFor(place) }
  return prefix === undefined ? getCookie(c, NAME) : getCookie(c, NAME, prefix)
}

export function setSessionCookie(
  c: Context<AppEnv>,
  place: DeskPlace,
  { token, seconds }: { readonly token: string; readonly seconds: number },
) {
  setCookie(c, NAME, token, { ...optionsFor(place), maxAge: seconds })
}

export const removeSessionCookie = (c: Context<AppEnv>, place: DeskPlace) =>
  void deleteCookie(c, NAME, optionsFor(place))
