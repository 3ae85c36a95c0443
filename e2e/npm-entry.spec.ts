import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './fixtures.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')

/** A project that installed the package. */
async function createConsumer(source: string) {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-consumer-'))
  await mkdir(join(folder, 'node_modules'))
  await symlink(ROOT, join(folder, 'node_modules', 'alcove'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'use.ts'), source)
  return folder
}

const COMPILER = join(ROOT, 'node_modules/tsc/bin/tsc')
const FLAGS = '--noEmit --strict --module nodenext --lib es2022,dom --types'.split(' ')

const check = (folder: string) =>
  run(process.execPath, [COMPILER, ...FLAGS, '', 'use.ts'], { cwd: folder })

test('is imported without a window and does nothing', async () => {
  const script = "const { createChat } = await import('alcove'); console.log(typeof createChat)"

  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
  })

  expect([stdout.trim(), stderr]).toEqual(['function', ''])
})

test('types its options and events', async () => {
  const right = await createConsumer(`import { createChat } from 'alcove'
const chat = createChat({ baseUrl: 'https://chat.example', theme: 'dark' })
const off: () => void = chat.on('open', ({ by }) => by satisfies 'user' | 'api')
off()
`)
  await check(right)

  const wrong = await createConsumer(`import { createChat } from 'alcove'
createChat({ baseUrl: 'https://chat.example', theme: 'neon' })
`)
  await expect(check(wrong)).rejects.toMatchObject({ stdout: expect.stringContaining('neon') })
  await Promise.all([right, wrong].map((folder) => rm(folder, { recursive: true })))
})

test('puts the same chat on a page that bundles it', async ({ page, site, chat }) => {
  const module = await readFile(join(ROOT, 'dist/npm/alcove.js'), 'utf8')
  site.add('/entry.js', { html: module, headers: { 'content-type': 'text/javascript' } })
  site.add('/entry.html', {
    html: `<!doctype html><html lang="en"><head><title>Bundled</title></head><body><main><h1>Bundled</h1></main>
<script type="module">import { createChat } from './entry.js'; createChat({ baseUrl: '{{ALCOVE_ORIGIN}}' })</script></body></html>`,
  })
  await page.goto('/entry.html')
  await chat.open()
  await chat.send('say From a bundle')

  await expect(chat.answer).toContainText('From a bundle')
})
