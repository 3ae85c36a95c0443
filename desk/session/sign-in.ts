import type { InferOutput } from 'valibot'
import type { openIdStart } from '../../shared/desk/access.ts'
import { call } from '../api/call.ts'
import { tabNotes } from './device-notes.ts'

/** Address of links; the token follows in the fragment, which never leaves the browser. */
const LINK_PATH = '/desk/sign-in'
/** Where the identity provider sends the person back. */
const CALLBACK_PATH = '/desk/openid'
const OPEN_ID_NOTE = 'openid'

/** The first address after the desk was opened asks for a sign-in. */
export type Arrival =
  | { readonly type: 'plain' }
  /** A link of `alcove desk` or of an invitation. */
  | { readonly type: 'link'; readonly token: string }
  /** The identity provider has sent the person back. */
  | { readonly type: 'openid'; readonly url: string }

export type SignInArrival = Exclude<Arrival, { readonly type: 'plain' }>

/**
 * Reads the address with which the desk was opened and removes what must not stay in it: the token of a link,
 * which stands in the fragment, and the provider's code.
 */
export function readArrival(location: Location, history: History): Arrival {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (location.pathname === LINK_PATH && token) {
    history.replaceState(null, '', '/desk/')
    return { type: 'link', token }
  }
  if (location.pathname === CALLBACK_PATH) {
    const url = location.href
    history.replaceState(null, '', '/desk/')
    return { type: 'openid', url }
  }
  return { type: 'plain' }
}

const entries = new WeakMap<Arrival, Promise<string | null>>()

/** Signs in; a second call for the same arrival has the result of the first, since a link works once. */
export function enterOnce(arrival: SignInArrival): Promise<string | null> {
  const entry = entries.get(arrival) ?? enter(arrival)
  entries.set(arrival, entry)
  return entry
}

/** Kept in the tab until the provider sends the person back. */
type OpenIdNote = Omit<InferOutput<typeof openIdStart>, 'url'> & { readonly returnTo: string }

/** Leaves for the identity provider. */
export async function leaveForProvider(location: Location): Promise<void> {
  const { url, ...kept } = await call<InferOutput<typeof openIdStart>>(
    ['sign-in', 'openid', 'start'],
    { method: 'POST', body: {} },
  )
  const note: OpenIdNote = { ...kept, returnTo: location.pathname + location.search }
  tabNotes.write(OPEN_ID_NOTE, JSON.stringify(note))
  location.assign(url)
}

/**
 * Signs in, and returns the address to show; null: the present one.
 *
 * @throws CallError if the server refuses; an Error if the tab does not know of a start.
 */
async function enter(arrival: SignInArrival): Promise<string | null> {
  if (arrival.type === 'link') {
    await call(['sign-in', 'link'], { method: 'POST', body: { token: arrival.token } })
    return null
  }
  const note = tabNotes.read(OPEN_ID_NOTE)
  tabNotes.write(OPEN_ID_NOTE, null)
  if (note === null) throw new Error('The sign-in began in another tab.')
  const { returnTo, ...kept } = JSON.parse(note) as OpenIdNote
  await call(['sign-in', 'openid', 'end'], { method: 'POST', body: { url: arrival.url, ...kept } })
  return returnTo
}
