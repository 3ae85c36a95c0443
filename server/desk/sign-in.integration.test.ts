import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeskWorld, type DeskWorld } from '../testing/create-desk-world.ts'
import { LINK_MS } from './sign-ins.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
let world: DeskWorld
beforeAll(async () => {
  world = await createDeskWorld()
})
afterAll(() => world.close())

const useLink = (token: string) =>
  world.send(undefined, '/sign-in/link', { method: 'POST', body: { token } })

describe('a link', () => {
  test('signs in once', async () => {
    const { token } = await world.desk.createLink(world.idOf('reader'))

    const first = await useLink(token)

    expect(first.status).toBe(204)
    expect(first.headers.get('Set-Cookie')).toMatch(
      /^alcove-desk=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const second = await useLink(token)
    expect(second.status).toBe(401)
    expect(second.headers.get('Set-Cookie')).toBeNull()
  })

  test('works until 15 minutes are over, and not a millisecond longer', async () => {
    const { token } = await world.desk.createLink(world.idOf('reader'))
    const next = await world.desk.createLink(world.idOf('editor'))
    world.clock.ms += LINK_MS

    expect((await useLink(token)).status).toBe(204)
    world.clock.ms += 1
    expect((await useLink(next.token)).status).toBe(401)
  })

  test('ends when a newer one is made, and not when a further role is given', async () => {
    const id = world.idOf('reader')
    const first = await world.desk.createLink(id)
    const second = await world.desk.createLink(id)
    expect((await useLink(first.token)).status).toBe(401)
    const place = { projectId: 'shop', role: 'reader' } as const
    await world.store.desk.people.invite('reader@shop.example', place)
    expect((await useLink(second.token)).status).toBe(204)
  })
})

describe('a session', () => {
  const status = async (cookie: string) => (await world.send(cookie, '/session')).status

  test('belongs to its cookie, unchanged', async () => {
    const cookie = world.cookieOf('editor')
    expect(await status(cookie)).toBe(200)
    const last = cookie.at(-1) === 'A' ? 'B' : 'A'
    expect(await status(cookie.slice(0, -1) + last)).toBe(401)
    expect(await status('alcove-desk=')).toBe(401)
    // Of https alone.
    expect(await status(cookie.replace('alcove', '__Host-alcove'))).toBe(401)
  })

  test('ends with sign-out', async () => {
    const cookie = await world.signIn(world.idOf('editor'))
    const out = await world.send(cookie, '/session', { method: 'DELETE' })
    expect(out.status).toBe(204)
    expect(out.headers.get('Set-Cookie')).toMatch(/^alcove-desk=; Max-Age=0; Path=\//)
    expect(await status(cookie)).toBe(401)
    expect(await status(world.cookieOf('editor'))).toBe(200)
  })

  test('ends after 30 days without use, or after 90', async () => {
    const cookie = await world.signIn(world.idOf('owner'))
    const unused = await world.signIn(world.idOf('owner'))
    for (const days of [30, 30]) {
      world.clock.ms += days * DAY_MS
      expect(await status(cookie)).toBe(200)
    }
    expect(await status(unused)).toBe(401)
    world.clock.ms += 30 * DAY_MS
    expect(await status(cookie)).toBe(200)
    world.clock.ms += 1
    expect(await status(cookie)).toBe(401)
  })

  test('writes its last use once an hour', async () => {
    const cookie = await world.signIn(world.idOf('reader'))
    const usedAt = async () => {
      const answer = await world.send(cookie, '/sessions')
      const { sessions } = (await answer.json()) as {
        sessions: { isThis: boolean; usedAt: string }[]
      }
      return Date.parse(sessions.find(({ isThis }) => isThis)!.usedAt)
    }
    const start = await usedAt()
    world.clock.ms += HOUR_MS - 1
    await usedAt()
    expect(await usedAt()).toBe(start)
    world.clock.ms += 1
    await usedAt()
    expect(await usedAt()).toBe(start + HOUR_MS)
  })
})
