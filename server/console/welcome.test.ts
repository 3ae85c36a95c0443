import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AlcoveConfig } from '../projects/define-config.ts'
import type { Environment } from '../settings.ts'
import { createTestApp } from '../testing/create-test-app.ts'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'

const SECRET = 'the secret that the host page shares with the tests'

async function readRoot(env: Environment = {}, config: AlcoveConfig = { projects: {} }) {
  const app = await createTestApp({ env, config })
  onTestFinished(() => app.close())
  const response = await app.request('/')
  const html = await response.text()
  const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address)
  return { app, html, links, policy: response.headers.get('Content-Security-Policy') ?? '' }
}

test('the root leads an operator to everything, and every link of the service works', async () => {
  const { app, html, links } = await readRoot({ ALCOVE_DEMO_ORIGIN: 'http://localhost:8788' })

  for (const path of [
    '/',
    '/docs/',
    '/docs/quick-start',
    '/docs/knowledge',
    '/docs/desk',
    '/docs/operating',
    '/playground/',
  ]) {
    expect(links).toContain(`http://localhost:8788${path}`)
  }
  const own = links.filter((address = '') => address.startsWith('/'))
  expect(own).toEqual(['/desk', '/v1/docs', '/help', '/healthz', '/readyz'])
  for (const path of own) expect((await app.request(path!)).status).toBe(200)
  expect(html).toContain('&lt;script async src=&quot;http://localhost/p/default/alcove.js&quot;')
  expect(html).toContain('ALCOVE_ALLOWED_ORIGINS')
  expect(html).not.toContain('<script')
})

test('without a demo site the root names the files of the documentation', async () => {
  const { html, links } = await readRoot()

  expect(links).toEqual(['/desk', '/v1/docs', '/help', '/healthz', '/readyz'])
  expect(html).toContain('<code>docs/operating.md</code>')
  expect(html).toContain(
    `The files of the documentation are in <code>${join(REPOSITORY_ROOT, 'docs')}</code>`,
  )
  expect(html).toContain('<code>npm run alcove -- doctor --page &lt;address&gt;</code>')
  expect(html).toContain('<code>npm run alcove -- knowledge add &lt;folder or address&gt;</code>')
  // A package of another maker may have that name.
  expect(html).not.toContain('npx alcove ')
})

test('the root says which model answers, and how to connect one', async () => {
  expect((await readRoot()).html).toContain('The built-in demo model answers')
  const { html } = await readRoot({ ALCOVE_MODEL: 'openai/gpt-5', OPENAI_API_KEY: 'sk-hidden' })
  expect(html).toContain('<code>openai/gpt-5</code> answers')
  expect(html).not.toContain('sk-hidden')
})

test('the root names the models of the configuration, which need no ALCOVE_MODEL', async () => {
  const providers = { tiny: { api: 'openai', baseUrl: 'http://127.0.0.1:1/v1' } } as const
  const read = (models: Readonly<Record<string, string>>) => {
    const entries = Object.entries(models).map(([id, model]) => [id, { model }] as const)
    const assistants = Object.fromEntries(entries)
    return readRoot({}, { providers, projects: { default: { assistants } } })
  }

  const { html } = await read({ default: 'tiny/tiny' })
  expect(html).toContain('The model <code>tiny/tiny</code> answers.')
  expect(html).not.toContain('demo model answers')
  expect((await read({ default: 'demo', other: 'tiny/tiny' })).html).toContain(
    'The models <code>demo</code>, <code>tiny/tiny</code> answer.',
  )
})

test.each([
  { NODE_ENV: 'production' },
  { HOST: '0.0.0.0' },
  { ALCOVE_PUBLIC_URL: 'https://chat.example.com' },
])('a root that strangers can reach tells nothing of the server: %j', async (env) => {
  const { html, links } = await readRoot({
    ...env,
    ALCOVE_MODEL: 'openai/gpt-5',
    OPENAI_API_KEY: 'sk-hidden',
    ALCOVE_DEMO_ORIGIN: 'http://localhost:8788',
  })

  expect(links).toEqual([])
  expect(html).toContain('This address serves a chat')
  expect(html).not.toMatch(/openai|gpt|8788|ALCOVE_|sk-|default|\d+\.\d+\.\d+/)
  expect(html).not.toContain(SECRET)
})

test('the root runs no script and has one style sheet, which its policy names', async () => {
  for (const env of [{}, { NODE_ENV: 'production', ALCOVE_MODEL: 'demo' }]) {
    const { html, policy } = await readRoot(env)
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? []
    const hash = createHash('sha256').update(style).digest('base64')

    expect(policy).toBe(
      `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'sha256-${hash}'`,
    )
    expect(html).not.toMatch(/ style=|<script/)
  }
})
