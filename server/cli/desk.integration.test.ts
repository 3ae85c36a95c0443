import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { COMMANDS, runCli } from './run-cli.ts'
import { createTool } from './tool.ts'

const SECRET = 'a secret of this test, which is long enough'
let place: Awaited<ReturnType<typeof createMigratedPlace>>
beforeAll(async () => {
  place = await createMigratedPlace('sqlite', '')
})
afterAll(() => place.remove())

async function alcove(...args: readonly string[]) {
  const lines: string[] = []
  const env = {
    ALCOVE_DATA_DIR: place.dataDir,
    ALCOVE_SECRET: SECRET,
    ALCOVE_DESK_URL: 'https://desk.shop.example',
  }
  const print = (text: string) => void lines.push(text)
  const code = await runCli(args, COMMANDS, () => createTool(env, Date.now), {
    out: print,
    err: print,
  })
  return { code, text: lines.join('\n') }
}

const LINK = /^https:\/\/desk\.shop\.example\/desk\/sign-in#token=[\w-]{43}$/m

test('the first owner says who they are, and gets a new link whenever it is run', async () => {
  expect(await alcove('desk')).toMatchObject({
    code: 2,
    text: expect.stringMatching(/--mail <address>/),
  })

  const first = await alcove('desk', '--mail', 'Ada@shop.example')
  const second = await alcove('desk')

  expect([first.code, second.code]).toEqual([0, 0])
  expect(first.text).toMatch(LINK)
  expect(second.text).toMatch(LINK)
  expect(second.text).toContain('ada@shop.example')
  expect(second.text.split('\n')[0]).not.toBe(first.text.split('\n')[0])
})

test('others are invited to a project or to the whole service', async () => {
  const invite = (...args: readonly string[]) => alcove('desk', 'invite', ...args)
  expect((await invite('bob@shop.example', '--project', 'default', '--role', 'reader')).code).toBe(
    0,
  )
  expect((await invite('eve@shop.example', '--service')).text).toMatch(LINK)

  expect(await invite('bob', '--service')).toMatchObject({
    code: 2,
    text: expect.stringMatching(/mail address/),
  })
  expect((await invite('x@y.example')).text).toMatch(/--project <id>, or --service/)
  expect((await invite('x@y.example', '--project', 'default')).text).toMatch(/--role=/)
  expect((await invite('x@y.example', '--project', 'default', '--role', 'king')).code).toBe(2)
  expect((await invite('x@y.example', '--project', 'none', '--role', 'reader')).code).toBe(1)
  expect((await invite('x@y.example', '--service', '--role', 'owner')).code).toBe(2)

  const { text } = await alcove('desk', 'list')
  expect(text).toMatch(/ada@shop\.example +\(service\) +owner/)
  expect(text).toMatch(/bob@shop\.example +default +reader/)
  expect(text).toMatch(/eve@shop\.example +\(service\) +owner/)
  expect(text).not.toContain('x@y.example')
})

test('of several owners one is named, and the last one stays', async () => {
  expect(await alcove('desk')).toMatchObject({ code: 2, text: expect.stringMatching(/ada@.*eve@/) })
  expect((await alcove('desk', '--mail', 'eve@shop.example')).text).toMatch(LINK)
  expect(await alcove('desk', '--mail', 'bob@shop.example')).toMatchObject({ code: 1 })

  expect((await alcove('desk', 'remove', 'eve@shop.example')).code).toBe(0)
  expect(await alcove('desk', 'remove', 'ada@shop.example')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/last owner/),
  })
  expect((await alcove('desk', 'remove', 'eve@shop.example')).code).toBe(1)
  expect((await alcove('desk', 'list')).text).not.toContain('eve@')
})

test('each of it stands in the audit log, by the command line', async () => {
  const tool = createTool({ ALCOVE_DATA_DIR: place.dataDir, ALCOVE_SECRET: SECRET }, Date.now)
  const acts = await tool.withStore((store) =>
    store.desk.audit.list({ projectId: null, limit: 50 }),
  )
  expect(new Set(acts.map(({ mail, act, target }) => `${mail} ${act} ${target}`))).toEqual(
    new Set([
      'null person.invite ada@shop.example',
      'null person.link ada@shop.example',
      'null person.invite bob@shop.example',
      'null person.link bob@shop.example',
      'null person.invite eve@shop.example',
      'null person.link eve@shop.example',
      'null person.remove eve@shop.example',
    ]),
  )
})
