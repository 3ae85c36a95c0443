import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { createStorePlace, type StorePlace } from '../../scripts/store-place.ts'
import { runAlcoveHere } from '../testing/run-alcove.ts'

let place: StorePlace
beforeAll(async () => {
  place = await createStorePlace('sqlite', '')
})
afterAll(() => place.remove())

/** The origins of a sign-in link and of a new project's tag. */
async function printed(id: string, env: Readonly<Record<string, string>> = {}) {
  const settings = { PORT: '9', ...env }
  const desk = await runAlcoveHere(place, ['desk', '--mail', 'ada@shop.example'], settings)
  const project = await runAlcoveHere(place, ['project', 'create', id], settings)
  return [desk.out.split('/desk/')[0], /src="(.+)\/p\//.exec(project.out)?.[1]]
}

test('commands print the address of the server that has the data folder, until it ends', async () => {
  const unknown = ['http://localhost:9', 'http://localhost:9']
  expect(await printed('before')).toEqual(unknown)

  const server = await startAlcove({ env: {}, dataDir: place.dataDir })
  const origin = `http://localhost:${server.port}`
  expect(await printed('beside')).toEqual([origin, origin])
  const publicUrl = 'https://chat.shop.example'
  expect(await printed('named', { ALCOVE_PUBLIC_URL: publicUrl })).toEqual([publicUrl, publicUrl])

  await server.kill()
  expect(await printed('after')).toEqual(unknown)
})
