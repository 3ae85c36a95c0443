import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { withNodeEnv } from './node-env.ts'
import { startAlcove, type AlcoveServer } from './alcove-server.ts'
import { expect, test as base } from './fixtures.ts'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENTED_ORIGIN = 'http://localhost:8787'
const PATTERN = /```ts\n(const cloud = new AssistantCloud\([\s\S]*?)```/

interface ReadmeClient {
  readonly script: string
  stop(): Promise<void>
}

/** The snippet of the README with an additional call, bundled for a browser with the published client. */
async function buildClient(): Promise<ReadmeClient> {
  const [, snippet = ''] = PATTERN.exec(await readFile(join(ROOT, 'README.md'), 'utf8')) ?? []
  expect(snippet).toContain(DOCUMENTED_ORIGIN)
  const folder = await mkdtemp(join(tmpdir(), 'alcove-readme-'))
  const entry = join(folder, 'client.js')
  await writeFile(
    entry,
    `import { AssistantCloud } from ${JSON.stringify(import.meta.resolve('cloud-0.1.43'))}
${snippet.replace(DOCUMENTED_ORIGIN, '{{ALCOVE_ORIGIN}}')}
const say = (text) => document.querySelector('output').append(text)
cloud.threads
  .create({ last_message_at: new Date() })
  .then(() => cloud.threads.list())
  .then(({ threads }) => say(threads.length + ' thread'), (error) => say('failed: ' + error.message))`,
  )
  await withNodeEnv({ NODE_ENV: 'production' }, () =>
    build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      build: {
        outDir: join(folder, 'out'),
        lib: { entry, formats: ['iife'], name: 'client', fileName: () => 'client.js' },
      },
    }),
  )
  return {
    script: await readFile(join(folder, 'out/client.js'), 'utf8'),
    stop: () => rm(folder, { recursive: true }),
  }
}

const test = base.extend<{ readonly client: string }>({
  client: async ({ shared }, use) => {
    const { script } = await shared('client of the README', buildClient)
    await use(script)
  },
})

// The tests share one build, so they run one at a time.
test.describe.configure({ mode: 'default' })

const pageWith = (client: string) =>
  `<!doctype html><html lang="en"><title>A page of mine</title><output></output><script>${client.replaceAll('</script', String.raw`<\/script`)}</script></html>`

test('the README’s client runs on a page of localhost as it is', async ({ page, site, client }) => {
  site.add('/readme-client.html', { html: pageWith(client) })
  await page.goto('/readme-client.html')

  await expect(page.getByRole('status')).toHaveText('1 thread')
})

test(
  'in production a page that is not listed is refused, the log names the missing setting, and with it the page runs',
  { tag: '@nightly' },
  async ({ page, model, site, client }) => {
    const origin = `http://localhost:${site.port}`
    const env = {
      NODE_ENV: 'production',
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
    }
    const open = async ({ port }: AlcoveServer) => {
      const html = pageWith(client).replaceAll('{{ALCOVE_ORIGIN}}', `http://localhost:${port}`)
      site.add('/readme-client-production.html', { html })
      await page.goto('/readme-client-production.html')
    }

    const stranger = await startAlcove({ env })
    await open(stranger)
    await expect(page.getByRole('status')).toContainText('failed: ')
    await stranger.stop()
    expect(stranger.output().replaceAll('\\', '')).toContain(
      `a page of "${origin}" may not call the API: add it to ALCOVE_API_ORIGINS`,
    )

    const named = await startAlcove({ env: { ...env, ALCOVE_API_ORIGINS: origin } })
    await open(named)
    await expect(page.getByRole('status')).toHaveText('1 thread')
    await named.stop()
  },
)
