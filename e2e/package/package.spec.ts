import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'
import { expect, test } from '../fixtures.ts'
import { createConsumer } from './consumer.ts'

const COMPILER = join(REPOSITORY_ROOT, 'node_modules/tsc/bin/tsc')
const FLAGS = '--noEmit --pretty false --strict --module nodenext --lib es2022,dom --types'.split(
  ' ',
)
/** Findings that apply to all packages of ES modules. */
const ESM_ONLY = new Set(['CJSResolvesToESM', 'NoResolution'])

test('the package has what it needs and nothing else, and two linters of packages agree', async () => {
  const consumer = await createConsumer()
  const installed = join(consumer.folder, 'node_modules/alcove')
  expect(consumer.packed.filter((path) => !/^[\w-]+\.(?:d\.ts|js)$/.test(path)).toSorted()).toEqual(
    ['LICENSE', 'README.md', 'package.json'],
  )
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object
  expect(manifest).not.toHaveProperty('dependencies')

  const { messages } = await publint({ pkgDir: installed, strict: true })
  expect(messages).toEqual([])
  const bytes = await readFile(join(consumer.folder, `alcove-${versionOf(manifest)}.tgz`))
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(bytes)))
  // Without types there would be nothing to find.
  expect(result.types).toMatchObject({ kind: 'included' })
  const problems = 'problems' in result ? result.problems : []
  // Node's older module resolution does not support `exports`; the profile is `esm-only`.
  const found = problems.filter(
    (problem) =>
      !ESM_ONLY.has(problem.kind) &&
      !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
  )
  expect(found).toEqual([])
  await consumer.stop()
})

const versionOf = (manifest: object): string => (manifest as { version: string }).version

test('importing it in Node does nothing, and what it cannot do there it says', async () => {
  const consumer = await createConsumer(['react'])
  await consumer.write({
    'import.js': `
      const before = Object.keys(globalThis).length
      const { createChat } = await import('alcove')
      const { Alcove } = await import('alcove/react')
      const { AlcoveChatElement } = await import('alcove/element')
      console.log(typeof Alcove, typeof AlcoveChatElement, String(Object.keys(globalThis).length - before))
      try { createChat({ baseUrl: 'https://chat.example' }) } catch ({ message, hint }) { console.log(message, hint) }`,
  })

  const { stdout, stderr } = await consumer.node('import.js')

  expect(stdout).toContain('function function 0\n')
  expect(stdout).toContain('createChat: there is no page here')
  expect(stderr).toBe('')
  await consumer.stop()
})

const RIGHT = `
  import { createChat, type ChatEvents } from 'alcove'
  import { Alcove, useAlcove, useAlcoveTool } from 'alcove/react'
  import 'alcove/element'
  const chat = createChat({ baseUrl: 'https://chat.example', theme: 'dark' })
  const off: () => void = chat.on('open', ({ by }) => by satisfies 'user' | 'api' | 'place')
  export const told = (error: ChatEvents['error']): string => error.code
  document.createElement('alcove-chat').auth = { getToken: () => 'token' }
  export function Shop() {
    const { isOpen } = useAlcove()
    useAlcoveTool('buy', { description: 'Buys', parameters: {}, run: () => off() })
    return <Alcove baseUrl="https://chat.example" open={isOpen} />
  }`

/** Wrong uses, each with a part of the compiler's message. */
const WRONG: Readonly<Record<string, readonly [text: string, said: string]>> = {
  'value.tsx': [RIGHT.replace(`theme: 'dark'`, `theme: 'neon'`), 'neon'],
  'address.tsx': [RIGHT.replace(`baseUrl: 'https://chat.example', `, ''), "'baseUrl' is missing"],
  'component.tsx': [RIGHT.replace(`baseUrl="https://chat.example" `, ''), "'baseUrl' is missing"],
  'inside.ts': [
    `import { createController } from 'alcove'\ncreateController`,
    'no exported member',
  ],
  'file.ts': [`import 'alcove/page-chat.js'`, 'alcove/page-chat.js'],
}

test(
  'its types refuse wrong uses, and expose no internals (D06, D07)',
  { tag: '@nightly' },
  async () => {
    const consumer = await createConsumer(['react', '@types/react', 'csstype'])
    const wrong = Object.entries(WRONG)
    const texts = wrong.map(([path, [text]]) => [path, text])
    await consumer.write({
      'right.tsx': RIGHT,
      ...(Object.fromEntries(texts) as Record<string, string>),
    })

    const files = ['right.tsx', ...Object.keys(WRONG)]
    const said = await consumer.node(COMPILER, ...FLAGS, '', '--jsx', 'react-jsx', ...files).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )

    const saidOf = (path: string) => said.split('\n').filter((line) => line.startsWith(path))
    expect(saidOf('right.tsx')).toEqual([])
    for (const [path, [, part]] of wrong) expect(saidOf(path).join()).toContain(part)
    await consumer.stop()
  },
)

test('its types refuse each misuse of a list, and take the right use beside it', async () => {
  const links = ['zod', 'valibot', 'react', '@types/react', 'csstype', '@playwright/test']
  const further = ['playwright', 'playwright-core', '@types/node', 'undici-types']
  const consumer = await createConsumer([...links, ...further])
  const source = await readFile(join(REPOSITORY_ROOT, 'npm/types.test.ts'), 'utf8')
  const [misuses = ''] = source.split("\ntest('")
  const text = `${misuses.replace(/import .* from 'vitest'\n/, '')}\nmisuse()`
    .replace("'./alcove.ts'", "'alcove'")
    .replace("'./react.tsx'", "'alcove/react'")
    .replace("'./testing.ts'", "'alcove/testing'")
  await consumer.write({ 'misuses.ts': text })

  const compile = () =>
    consumer.node(COMPILER, ...FLAGS, 'node', 'misuses.ts').then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
  expect(await compile()).toBe('')

  // Without the comments that expect an error, each of them is one.
  await consumer.write({
    'misuses.ts': text.replaceAll('@ts-expect-error', ''),
  })
  const errors = (await compile()).split('\n').filter((line) => line.startsWith('misuses.ts'))
  expect(errors.length).toBeGreaterThanOrEqual(text.split('@ts-expect-error').length - 1)
  await consumer.stop()
})

test(
  'its command says what keeps a page from having its chat',
  { tag: '@nightly' },
  async ({ site, alcove }) => {
    const consumer = await createConsumer()
    const doctor = async (path: string, ...words: readonly string[]) => {
      const page = `http://localhost:${site.port}${path}`
      const command = join(consumer.folder, 'node_modules/.bin/alcove')
      return consumer.node(command, 'doctor', page, ...words).then(
        ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
          code,
          stdout,
          stderr,
        }),
      )
    }
    const service = `http://localhost:${alcove.port}`
    const tag = '<script async src="{{ALCOVE_ORIGIN}}/alcove.js"></script>'
    site.add('/good.html', { html: tag })
    site.add('/none.html', { html: '<h1>No chat</h1>' })
    site.add('/other.html', { html: tag.replace('async', 'data-app="other"') })
    site.add('/policy.html', {
      html: tag,
      headers: { 'content-security-policy': `script-src ${service}; frame-src 'self'` },
    })

    const good = await doctor('/good.html')
    expect(good.stdout).toContain('✓ The service allows the page to show the chat.')
    expect(good.stdout).not.toContain('✗')
    expect(good.code).toBe(0)
    expect(await doctor('/none.html')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('has no <script src="…/alcove.js">'),
    })
    expect(await doctor('/none.html', '--service', service)).toMatchObject({ code: 0 })
    expect((await doctor('/other.html')).stdout).toContain('to show the chat of project "other"')
    const policy = await doctor('/policy.html')
    expect(policy.stdout).toContain("✓ The page's policy allows the service in script-src.")
    expect(policy.stdout).toContain(
      `✗ The page's Content-Security-Policy allows no ${service} in frame-src.`,
    )
    expect(await doctor('/nowhere.html')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('answers 404'),
    })
    expect(await doctor('', '--service', 'chat')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--service: expected an http or https address'),
    })
    await consumer.stop()
  },
)
