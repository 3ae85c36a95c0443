import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { frameConfigSchema } from '../../shared/wire/frame-config.ts'
import type { ProjectBlock } from '../projects/project-schema.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'
import { createTestAssets } from '../testing/test-assets.ts'
import { createFramePages } from './project-files.ts'

let world: TestApp | undefined
afterEach(() => world?.close())

/** A project's frame configuration and the origins that it may call. */
async function openFrame(block: ProjectBlock) {
  world = await createTestApp({ config: { projects: { shop: { ...block, hosts: [HOST] } } } })
  await world.store.projects.create({ id: 'shop', name: 'Shop' })
  const response = await world.request('/p/shop/frame')
  const content = /<meta name="alcove" content="([^"]*)" \/>/.exec(await response.text())?.[1] ?? ''
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  return {
    config: v.parse(frameConfigSchema, JSON.parse(content.replaceAll('&quot;', '"'))),
    calls: /connect-src ([^;]*);/.exec(policy)?.[1],
  }
}

const HOST = 'https://shop.example'
const LIMITS = {
  userTextCharacters: 32_000,
  filesPerMessage: 10,
  fileBytes: 20_971_520,
  anonymousFileBytes: 5_242_880,
  imageBytes: 5_242_880,
  toolsPerRun: 32,
  toolSchemaBytes: 16_384,
}
const PLAIN = { project: 'shop', basePath: '/p/shop', allowedHosts: [HOST], limits: LIMITS }

test('a frame whose project says nothing of answers is told nothing of them', async () => {
  expect(await openFrame({})).toEqual({ config: PLAIN, calls: "'self'" })
})

test('a frame is told of a chat endpoint, and may call it', async () => {
  expect(await openFrame({ chatEndpoint: 'https://bot.example/turn?x=1' })).toEqual({
    config: { ...PLAIN, chatEndpoint: 'https://bot.example/turn?x=1' },
    calls: "'self' https://bot.example",
  })
})

test('a frame is told which assistant answers, by calls of its own base', async () => {
  const assistants = { default: {}, sales: {} }

  expect(await openFrame({ assistant: 'sales', assistants })).toEqual({
    config: { ...PLAIN, assistant: 'sales' },
    calls: "'self'",
  })
})

test('a frame is told what its project takes, as people hear of it', async () => {
  const limits = {
    fileBytes: 1_000_000,
    filesPerMessage: 3,
    userTextCharacters: 50,
    toolsPerRun: 4,
  }
  const fileTypes = ['image/*', 'application/pdf']

  const { config } = await openFrame({ limits, fileTypes })

  // Visitors without a name never have higher limits than others.
  expect(config).toEqual({
    ...PLAIN,
    limits: { ...LIMITS, ...limits, anonymousFileBytes: 1_000_000 },
    fileTypes,
  })
})

test.each<[object, readonly string[] | undefined]>([
  [{ assistants: { default: { can: { images: false } } } }, ['images']],
  [{ assistants: { default: { can: { pdf: true } } } }, undefined],
  [{ assistants: { default: {}, plain: { can: { pdf: false } } }, assistant: 'plain' }, ['pdf']],
  [
    { assistants: { default: { can: { pdf: false } } }, chatEndpoint: 'https://bot.example/a' },
    undefined,
  ],
])('of %j the frame is told that its assistant cannot read %j', async (block, expected) => {
  const { config } = await openFrame(block)

  expect(config).toMatchObject({ project: 'shop' })
  expect((config as { readonly cannotRead?: unknown }).cannotRead).toEqual(expected)
})

/** The loader's file of a project, as a page loads it. */
async function loadOf(block: ProjectBlock, path = '/p/shop/alcove.js') {
  world = await createTestApp({ config: { projects: { shop: block } } })
  await world.store.projects.create({ id: 'shop', name: 'Shop' })
  return world.request(path)
}

test('a project’s file has what it says of its launcher, in front of what the tag says', async () => {
  const response = await loadOf({
    hosts: [HOST],
    look: {
      theme: { accent: '#7c3aed', radius: 'pill' },
      name: 'Pip',
      launcher: { label: 'Ask </script> Pip', icon: 'M4 7h16', position: 'top-start' },
    },
  })

  const text = await response.text()
  expect(text).toContain(
    `({accent:"#7c3aed",radius:"pill",launcherLabel:"Ask \\u003c/script> Pip",launcherIcon:"M4 7h16",position:"top-start"})`,
  )
  // Inlined into a page, the file does not end its script element.
  expect(text).not.toContain('</script>')
  expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('replacement patterns in a text stay text', async () => {
  const text = await (
    await loadOf({ hosts: [HOST], look: { launcher: { label: "Ask $& $1 $'" } } })
  ).text()

  expect(text).toContain(`launcherLabel:"Ask $& $1 $'"`)
})

test('a project without options or host pages has the plain file', async () => {
  const bare = await (await loadOf({ look: { launcher: { label: 'Ask Pip' } } })).text()
  const unknown = await (await world!.request('/p/other/alcove.js')).text()
  const plain = await (await world!.request('/alcove.js')).text()
  expect(bare).toBe(plain)
  expect(unknown).toBe(plain)
  await world!.close()

  expect(await (await loadOf({ hosts: [HOST] })).text()).toBe(plain)
})

test('its second file, and its frame by another name, are there', async () => {
  const panel = await loadOf({ hosts: [HOST] }, '/p/shop/alcove-panel.js')
  expect(await panel.text()).toBe(await (await world!.request('/alcove-panel.js')).text())

  const frame = await world!.request('/p/shop/p/shop/frame')
  expect(frame.status).toBe(302)
  expect(frame.headers.get('location')).toBe('/p/shop/frame')
  const hostile = await world!.request('/p/shop/p/%0d%0aX-Evil:%201%2f%2fevil.example/frame')
  expect(hostile.headers.get('location')).toBe('/p/%0D%0AX-Evil%3A%201%2F%2Fevil.example/frame')
  expect(hostile.headers.get('x-evil')).toBeNull()
})

test('the script and the style sheet of the document are allowed, and no other', async () => {
  const script = "tell('alcove:broken')"
  const sheet = 'body{margin:0}'
  const assets = createTestAssets()
  const { headers } = createFramePages({
    assets: {
      ...assets,
      frameHtml: assets.frameHtml.replace(
        '</head>',
        `<style>${sheet}</style><script>${script}</script></head>`,
      ),
    },
    publicUrl: undefined,
    filesOrigins: [],
    apiOrigins: [],
  }).live(undefined, '')
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

  expect(headers['Content-Security-Policy']).toContain(
    `script-src 'self' 'sha256-${hashOf(script)}'; style-src 'self' 'sha256-${hashOf(sheet)}';`,
  )
})
