import type { Role } from '../../shared/desk/access.ts'
import { createTestApp, type TestAppOptions } from './create-test-app.ts'

/** Callers of the desk: people of project `shop`, somebody else's, and nobody. */
export const DESK_CALLERS = [
  'anonymous',
  'reader',
  'editor',
  'owner',
  'other owner',
  'service owner',
] as const
export type DeskCallerName = (typeof DESK_CALLERS)[number]

const PLACES: Readonly<
  Record<DeskCallerName, { readonly projectId: string | null; readonly role: Role } | null>
> = {
  anonymous: null,
  reader: { projectId: 'shop', role: 'reader' },
  editor: { projectId: 'shop', role: 'editor' },
  owner: { projectId: 'shop', role: 'owner' },
  'other owner': { projectId: 'other', role: 'owner' },
  'service owner': { projectId: null, role: 'owner' },
}

export interface DeskCall {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type DeskWorld = Awaited<ReturnType<typeof createDeskWorld>>

/** The whole service with projects `shop` and `other`, and a signed-in person for each name of {@link DESK_CALLERS}. */
export async function createDeskWorld(options: TestAppOptions = {}) {
  const test = await createTestApp(options)
  const origin = options.env?.['ALCOVE_DESK_URL'] ?? 'http://localhost'
  const { people } = test.store.desk
  await test.store.projects.create({ id: 'shop', name: 'Shop' })
  await test.store.projects.create({ id: 'other', name: 'Other' })
  const ids = new Map<DeskCallerName, string>()
  const cookies = new Map<DeskCallerName, string>()

  /** Calls the desk at its own origin, as its page does. */
  const send = (cookie: string | undefined, path: string, call: DeskCall = {}) => {
    const { method = 'GET', body, headers } = call
    return test.request(`${origin}/desk/api${path}`, {
      method,
      headers: {
        ...(method === 'GET' ? {} : { Origin: origin }),
        ...(cookie === undefined ? {} : { Cookie: cookie }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** Makes a link for a person and signs in with it. Returns the cookie. */
  async function signIn(personId: string): Promise<string> {
    const { token } = await test.desk.createLink(personId)
    const answer = await send(undefined, '/sign-in/link', { method: 'POST', body: { token } })
    if (answer.status !== 204) throw new Error(`no sign-in: ${await answer.text()}`)
    return (answer.headers.get('Set-Cookie') ?? '').split(';')[0]!
  }

  for (const name of DESK_CALLERS) {
    const place = PLACES[name]
    if (place === null) continue
    const { id } = await people.invite(`${name.replace(' ', '.')}@shop.example`, place)
    ids.set(name, id)
    cookies.set(name, await signIn(id))
  }

  return {
    ...test,
    send,
    signIn,
    idOf: (name: DeskCallerName): string => ids.get(name) ?? '',
    cookieOf: (name: DeskCallerName): string => cookies.get(name) ?? '',
    call: (name: DeskCallerName, path: string, call?: DeskCall) =>
      send(cookies.get(name), path, call),
  }
}
