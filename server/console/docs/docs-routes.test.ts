import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../../shared/json.ts'
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts'
import { describeApi } from './describe-api.ts'
import { docsPage } from './docs-routes.ts'

let world: TestApp
let page: string
let policy: string
beforeAll(async () => {
  world = await createTestApp({ env: { ALCOVE_PUBLIC_URL: 'https://chat.test' } })
  const response = await world.request('/v1/docs')
  page = await response.text()
  policy = response.headers.get('Content-Security-Policy') ?? ''
})
afterAll(() => world.close())

test('anybody reads the description, of the project that they ask', async () => {
  const response = await world.request('/p/default/v1/openapi.json')
  const document = (await response.json()) as JsonObject

  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
  expect(document).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: 'https://chat.test/p/default/v1' }],
    paths: { '/threads': {}, '/docs': {}, '/openapi.json': {} },
  })
})

test('the page runs no script and loads nothing, and its style is the one that may be', () => {
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')

  expect(policy).toBe(
    `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'sha256-${hash}'`,
  )
  expect(page).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|style="|src=/)
})

test('the page is in parts that a reader can jump to, light and dark', () => {
  expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(page).toContain('<meta name="color-scheme" content="light dark">')
  const parts = ['header', 'nav', 'main', 'h1'].map((tag) => page.split(`<${tag}`).length - 1)
  expect(parts).toEqual([1, 1, 1, 1])
  expect(page).toContain('<a class="skip" href="#calls">')
  expect(page).toContain('<th scope="col">')
  expect(page).toContain('<th scope="row">')
})

test('headings go down one level at a time', () => {
  const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))

  expect(levels[0]).toBe(1)
  for (const [index, level] of levels.entries()) {
    expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
  }
})

test('every call is on the page, and every link of the page leads somewhere', async () => {
  const { paths } = (await (await world.request('/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)

  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      expect(page).toContain(`${method.toUpperCase()}</span> <code>${path}</code></h3>`)
    }
  }
  expect(targets.filter((id) => !ids.has(id))).toEqual([])
  expect(ids.size).toBe([...page.matchAll(/\sid="/g)].length)
})

test('descriptions are escaped', () => {
  const document = describeApi([], 'https://x.test"><script>alert(1)</script>')

  expect(docsPage(document)).not.toContain('<script>')
  expect(docsPage(document)).toContain('&lt;script&gt;')
})
