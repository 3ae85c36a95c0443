import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createUserCall } from '../testing/fill-user.ts'
import { runAlcove, runAlcoveHere, runAlcoveJson } from '../testing/run-alcove.ts'

const SECRET = { ALCOVE_SECRET: 'a secret of this test, which is long enough' }
const thread = () => ({ last_message_at: new Date().toISOString() })

interface MadeKey {
  readonly key: string
  readonly id: string
}

for (const engine of ENGINES) {
  describe(
    `the command line beside a running server on ${engine}`,
    { tags: engine === 'postgres' ? ['nightly'] : [] },
    () => {
      let place: StorePlace
      let alcove: AlcoveServer
      let origin: string
      beforeAll(async () => {
        place = await createMigratedPlace(engine, inject('postgresUrl'))
        const { databaseUrl, dataDir } = place
        const env = {
          ...SECRET,
          ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        }
        alcove = await startAlcove({ env, dataDir })
        origin = `http://127.0.0.1:${alcove.port}`
      })
      afterAll(async () => {
        await alcove.stop()
        await place.remove()
      })

      const cli = (...args: readonly string[]) => runAlcoveHere(place, args, SECRET)
      const json = <Facts>(...args: readonly string[]) => runAlcoveJson<Facts>(place, args, SECRET)
      const makeKey = (project: string) =>
        json<MadeKey>('key', 'create', '--project', project, '--scope', 'server')
      const as = (project: string, token: string, user?: string) =>
        createUserCall(`${origin}/p/${project}`, {
          Authorization: `Bearer ${token}`,
          ...(user === undefined ? {} : { 'Aui-User-Id': user }),
        })

      test('makes a project and a key that open the server at once', async () => {
        // As an operator does: a process beside the server's. All others run in this one.
        const args = ['project', 'create', 'shop', '--name', 'The shop']
        const made = await runAlcove(place, args, SECRET)
        const { key } = await makeKey('shop')

        const created = await as('shop', key, 'ada')('/threads', thread())
        const list = await as('shop', key, 'ada')('/threads')

        expect(made).toMatchObject({ code: 0, err: '' })
        expect(made.out).toMatch(/alcove\.config\.ts[\s\S]*shop: \{\n\s+\/\/ Origins/)
        expect(list).toMatchObject({
          threads: [{ id: (created as { thread_id: string }).thread_id }],
        })
        await expect(as('default', key, 'ada')('/threads')).rejects.toThrow(/answered 40[13]/)
        expect((await cli('project', 'list')).out).toMatch(/^shop +The shop/m)
      })

      test('signs a token that sees what its user has, and nothing else', async () => {
        await cli('project', 'create', 'tokens')
        const { key } = await makeKey('tokens')
        await as('tokens', key, 'ada')('/threads', thread())
        const tokenOf = (user: string) =>
          json<{ token: string; expires_at: string }>(
            'token',
            '--project',
            'tokens',
            '--user',
            user,
          )

        const ada = await tokenOf('ada')
        const bob = await tokenOf('bob')

        expect(await as('tokens', ada.token)('/threads')).toMatchObject({ threads: [{}] })
        expect(await as('tokens', bob.token)('/threads')).toEqual({ threads: [] })
        expect(Date.parse(ada.expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000)
      })

      test('ends a key', async () => {
        await cli('project', 'create', 'ends')
        const kept = await makeKey('ends')
        const ended = await makeKey('ends')

        const result = await cli('key', 'revoke', ended.id)

        expect(result).toMatchObject({ code: 0, err: '' })
        await expect(as('ends', ended.key, 'ada')('/threads')).rejects.toThrow(
          /answered 403.*Unknown or expired API key/,
        )
        expect(await as('ends', kept.key, 'ada')('/threads')).toEqual({ threads: [] })
        expect((await cli('key', 'list', '--project', 'ends')).out).not.toContain(kept.key)
      })

      test('switches a project off and on', async () => {
        await cli('project', 'create', 'off')
        await cli('project', 'create', 'back')
        await cli('project', 'suspend', 'off')
        await cli('project', 'suspend', 'back')
        await cli('project', 'resume', 'back')

        const anonymous = (project: string) => as(project, '')('/auth/tokens/anonymous', {})

        await expect(anonymous('off')).rejects.toThrow('answered 404')
        expect(await anonymous('back')).toMatchObject({ access_token: expect.any(String) })
      })
    },
  )
}
