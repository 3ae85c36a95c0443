import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createDeskWorld,
  type DeskCallerName,
  type DeskWorld,
} from '../testing/create-desk-world.ts'

let world: DeskWorld
beforeAll(async () => {
  world = await createDeskWorld()
})
afterAll(() => world.close())

interface Link {
  readonly url: string | null
}

async function invite(by: DeskCallerName, project: string, mail: string, role: string) {
  const answer = await world.call(by, `/projects/${project}/people`, {
    method: 'POST',
    body: { mail, role },
  })
  return { status: answer.status, link: (await answer.json()) as Link }
}

async function openLink({ url }: Link): Promise<string> {
  const token = new URL(url ?? '').hash.slice('#token='.length)
  const answer = await world.send(undefined, '/sign-in/link', { method: 'POST', body: { token } })
  expect(answer.status).toBe(204)
  return (answer.headers.get('Set-Cookie') ?? '').split(';')[0]!
}

const projectsOf = async (cookie: string) => {
  const answer = await world.send(cookie, '/session')
  const { projects } = (await answer.json()) as { projects: { id: string; role: string }[] }
  return projects.map(({ id, role }) => `${id}: ${role}`)
}

const findId = async (mail: string) => (await world.store.desk.people.findByMail(mail))?.id ?? ''
const remove = (by: DeskCallerName, project: string, id: string) =>
  world.call(by, `/projects/${project}/people/${id}`, { method: 'DELETE' })

test('an invited person signs in, and a removal ends the session at once', async () => {
  const { link } = await invite('owner', 'shop', 'Ada@Shop.example ', 'reader')
  const cookie = await openLink(link)
  expect(await projectsOf(cookie)).toEqual(['shop: reader'])

  world.clock.ms += 1
  const raised = await invite('owner', 'shop', 'ada@shop.example', 'editor')
  expect(await projectsOf(cookie)).toEqual(['shop: reader'])
  const fresh = await openLink(raised.link)
  expect(await projectsOf(fresh)).toEqual(['shop: editor'])

  expect((await remove('owner', 'shop', await findId('ada@shop.example'))).status).toBe(204)
  for (const each of [cookie, fresh]) {
    expect((await world.send(each, '/session')).status).toBe(401)
  }
})

describe('a person with roles elsewhere', () => {
  test('gets no link from an owner of one project, since its holder would be that person', async () => {
    const mail = 'bob@shop.example'
    await invite('other owner', 'other', mail, 'owner')

    const { status, link } = await invite('owner', 'shop', mail, 'reader')

    expect([status, link.url]).toEqual([200, null])
    const id = await findId(mail)
    const ask = (by: DeskCallerName) =>
      world.call(by, `/projects/shop/people/${id}/link`, { method: 'POST' })
    expect((await ask('owner')).status).toBe(403)
    const answer = await ask('service owner')
    expect(await projectsOf(await openLink((await answer.json()) as Link))).toEqual([
      'other: owner',
      'shop: reader',
    ])
  })

  test('keeps an open link, which gives no role that came after it', async () => {
    const mail = 'fay@shop.example'
    const { link } = await invite('other owner', 'other', mail, 'owner')
    world.clock.ms += 1

    await invite('owner', 'shop', mail, 'reader')

    expect(await projectsOf(await openLink(link))).toEqual(['other: owner'])
  })

  test('has a new role only in sessions that begin after it, which no earlier inviter holds', async () => {
    const mail = 'eve@shop.example'
    const { link } = await invite('other owner', 'other', mail, 'owner')
    const cookie = await openLink(link)
    world.clock.ms += 1

    const invited = await invite('service owner', '_', mail, 'owner')

    expect(await projectsOf(cookie)).toEqual(['other: owner'])
    expect((await world.send(cookie, '/projects/_/people')).status).toBe(404)
    const fresh = await openLink(invited.link)
    expect((await world.send(fresh, '/projects/_/people')).status).toBe(200)
  })
})

test('a lesser role counts at once, and the next raise not in sessions from before it', async () => {
  const mail = 'gil@shop.example'
  const cookie = await openLink((await invite('owner', 'shop', mail, 'editor')).link)
  const change = async (role: string) => {
    world.clock.ms += 1
    return invite('owner', 'shop', mail, role)
  }

  await change('reader')
  expect(await projectsOf(cookie)).toEqual(['shop: reader'])
  await change('editor')
  const { link } = await change('owner')
  expect(await projectsOf(cookie)).toEqual(['shop: reader'])
  expect(await projectsOf(await openLink(link))).toEqual(['shop: owner'])
})

test('the last owner of the service stays', async () => {
  const owners = await world.store.desk.people.list(null)
  const self = world.idOf('service owner')
  for (const { id } of owners) {
    if (id === self) continue
    expect((await remove('service owner', '_', id)).status).toBe(204)
  }

  const refused = await remove('service owner', '_', self)

  expect(refused.status).toBe(409)
  expect((await world.call('service owner', '/projects/_/people')).status).toBe(200)
})

test('one’s own sessions are listed and ended, those of others are not', async () => {
  const cookie = await world.signIn(world.idOf('editor'))
  const list = async (as: string) => {
    const answer = await world.send(as, '/sessions')
    return ((await answer.json()) as { sessions: { id: string; isThis: boolean }[] }).sessions
  }
  const id = (await list(cookie)).find(({ isThis }) => isThis)!.id
  const end = (by: DeskCallerName) => world.call(by, `/sessions/${id}`, { method: 'DELETE' })

  expect((await end('reader')).status).toBe(404)
  expect(await list(cookie)).toHaveLength(2)
  expect((await end('editor')).status).toBe(204)
  expect((await world.send(cookie, '/session')).status).toBe(401)
})

test('the log has each act, for the project and for the service', async () => {
  const acts = async (by: DeskCallerName, project: string) => {
    const answer = await world.call(by, `/projects/${project}/audit`)
    const { acts: rows } = (await answer.json()) as {
      acts: { act: string; by: string; target: string; project: string | null }[]
    }
    return rows.map((row) => `${row.project}: ${row.by} ${row.act} ${row.target}`)
  }
  const shop = await acts('owner', 'shop')
  expect(shop).toContain('shop: owner@shop.example person.invite ada@shop.example')
  expect(shop).toContain('shop: owner@shop.example person.remove ada@shop.example')
  expect(shop).toContain('shop: service.owner@shop.example person.link bob@shop.example')
  expect(shop.every((line) => line.startsWith('shop: '))).toBe(true)
  const all = await acts('service owner', '_')
  expect(all).toEqual(expect.arrayContaining(shop))
  expect(all).toContain('null: service.owner@shop.example person.invite eve@shop.example')
  expect(all.some((line) => line.includes('session.start'))).toBe(true)
  expect(all.some((line) => line.includes('editor@shop.example session.end'))).toBe(true)
})

test('a page of the log has 50 acts, and the next one goes on', async () => {
  for (let n = 0; n < 51; n++) {
    world.clock.ms += 1
    await world.store.desk.audit.add({
      person: null,
      projectId: 'other',
      act: 'test',
      target: `${n}`,
      userId: null,
      details: {},
    })
  }
  const read = async (query: string) => {
    const answer = await world.call('other owner', `/projects/other/audit${query}`)
    return (await answer.json()) as { acts: { target: string }[]; next: string | null }
  }
  const first = await read('')
  expect(first.acts.map(({ target }) => target)).toEqual(
    Array.from({ length: 50 }, (_, n) => String(50 - n)),
  )
  const second = await read(`?after=${encodeURIComponent(first.next ?? '')}`)
  expect(second.acts[0]?.target).toBe('0')
  expect(second.next).toBeNull()
  const wrong = await world.call('other owner', '/projects/other/audit?after=x')
  expect(wrong.status).toBe(400)
})
