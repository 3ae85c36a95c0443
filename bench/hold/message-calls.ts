import { HOSTILE_CONTENTS } from './hostile-contents.ts'
import { json, type HostileCall } from './hostile-call.ts'
import { WRITER, type HoldWorld } from './hold-world.ts'

/** Number of rows that one call may remove. */
const REMOVED = 200

export function createMessageCalls({
  seeds,
  asUser,
  asServer,
  asNamed,
  runs,
}: HoldWorld): readonly HostileCall[] {
  const { pages, long, removable, removableMessages, removableLarge, claimable, erasable } = seeds
  const page = `/threads/${seeds.written.id}/messages`
  const asWriter = asNamed(WRITER)
  const contents = Object.entries(HOSTILE_CONTENTS)
  const withUser = (request: ReturnType<typeof json>) => ({
    headers: { ...request.headers, ...asUser },
    body: request.body!,
  })
  const withWriter = (request: ReturnType<typeof json>) => ({
    headers: { ...request.headers, ...asWriter },
    body: request.body!,
  })
  return [
    ...contents.map(([name, content]): HostileCall => ({
      route: 'POST /threads/{id}/messages',
      name,
      request: () => ({
        path: page,
        ...withWriter(json({ parent_id: null, format: 'aui/v0', content })),
      }),
    })),
    ...contents.map(([name, content]): HostileCall => ({
      route: 'POST /threads/{id}/messages',
      name: `${name}, the same again`,
      request: () => ({
        path: page,
        ...withWriter(json({ parent_id: null, external_id: name, format: 'aui/v0', content })),
      }),
    })),
    ...contents.map(([name, content]): HostileCall => ({
      route: 'PUT /threads/{id}/messages/{messageId}',
      name,
      request: (run) => ({
        path: `${page}/${seeds.written.messageIds[0]}`,
        ...withWriter(json({ content: { ...content, role: 'user', run } })),
      }),
    })),
    ...[...pages].flatMap(([name, { id }]): HostileCall[] =>
      ['alcove/0.1.0', 'other'].map((sdk) => ({
        route: 'GET /threads/{id}/messages',
        name: `${name}, ${sdk}`,
        request: () => ({
          path: `/threads/${id}/messages?limit=200&format=ai-sdk%2Fv6`,
          headers: { ...asUser, 'Aui-Sdk': sdk },
        }),
      })),
    ),
    {
      route: 'GET /projects/threads/{id}/messages',
      name: 'many lists',
      request: () => ({
        path: `/projects/threads/${pages.get('many lists')!.id}/messages?limit=200&format=ai-sdk%2Fv6`,
        headers: asServer,
      }),
    },
    {
      route: 'DELETE /threads/{id}/messages',
      removes: true,
      name: `${REMOVED} of ${long.messageIds.length} rows`,
      request(run) {
        const { id, messageIds } = removableMessages[run]!
        const every = Math.max(1, Math.floor(messageIds.length / REMOVED))
        const ids = messageIds.filter((_, index) => index % every === 0).slice(0, REMOVED)
        return { path: `/threads/${id}/messages`, ...withUser(json({ message_ids: ids })) }
      },
    },
    {
      route: 'DELETE /threads/{id}',
      removes: true,
      name: `${long.messageIds.length} rows`,
      request: (run) => ({ path: `/threads/${removable[run]!.id}`, headers: asUser }),
    },
    {
      route: 'DELETE /threads/{id}',
      removes: true,
      name: 'large rows',
      request: (run) => ({ path: `/threads/${removableLarge[run]!.id}`, headers: asUser }),
    },
    {
      route: 'POST /threads/claim',
      removes: true,
      name: `${long.messageIds.length} rows in 100 threads`,
      request(run) {
        const { headers, body } = json({ refresh_token: claimable[run]!.refreshToken })
        const path = '/threads/claim'
        return { path, headers: { ...headers, ...asNamed(`claimer-${run}`) }, body: body! }
      },
    },
    {
      route: 'DELETE /projects/users/{userId}',
      removes: true,
      name: `${long.messageIds.length} rows in 100 threads`,
      request: (run) => ({
        path: `/projects/users/${encodeURIComponent(erasable[run]!)}`,
        headers: asServer,
      }),
    },
    {
      route: 'DELETE /me',
      removes: true,
      name: `${long.messageIds.length} rows in 100 threads`,
      request: (run) => ({ path: '/me', headers: asNamed(erasable[runs + run]!) }),
    },
  ]
}
