import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../../scripts/find-free-port.ts'
import { expect, test } from '../fixtures.ts'
import { createConsumer } from './consumer.ts'

/** True in the long run. Each framework is installed from the registry, which takes minutes. */
const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'

interface Framework {
  readonly install: readonly string[]
  /** `{{ALCOVE}}` is replaced by the service's origin. */
  readonly files: Readonly<Record<string, string>>
  /** Programs of the project in sequence; they write `built/main.js`. */
  readonly build: readonly (readonly string[])[]
  /** The framework's own server, instead of a page with `built/main.js`. */
  readonly serve?: (port: number) => readonly string[]
}

const PLAIN = `import { createChat } from 'alcove'\ncreateChat({ baseUrl: '{{ALCOVE}}' })`

const REACT_MAIN = `
  import { StrictMode } from 'react'
  import { createRoot } from 'react-dom/client'
  import { Alcove, useAlcove } from 'alcove/react'
  function Shop() {
    const { isOpen } = useAlcove()
    return <main><h1>{isOpen ? 'Open' : 'Closed'}</h1><Alcove baseUrl="{{ALCOVE}}" /></main>
  }
  createRoot(document.querySelector('#root')).render(<StrictMode><Shop /></StrictMode>)`

const ESBUILD = [
  'esbuild',
  '--bundle',
  '--format=esm',
  '--jsx=automatic',
  '--outfile=built/main.js',
]

const NEXT_FILES = {
  'app/layout.jsx': `export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }`,
  'app/page.jsx': `
    import { Alcove } from 'alcove/react'
    import { Title } from './title.jsx'
    export default function Page() { return <main><Title /><Alcove baseUrl="{{ALCOVE}}" /></main> }`,
  'app/title.jsx': `
    'use client'
    import { useAlcove } from 'alcove/react'
    export function Title() { return <h1>{useAlcove().isOpen ? 'Open' : 'Closed'}</h1> }`,
}
const NEXT = ['next', 'react', 'react-dom']
const startNext = (port: number) => ['next', 'start', '--port', String(port)]

const FRAMEWORKS: Readonly<Record<string, Framework>> = {
  'Next with Turbopack': {
    install: NEXT,
    files: NEXT_FILES,
    build: [['next', 'build']],
    serve: startNext,
  },
  'Next with webpack': {
    install: NEXT,
    files: NEXT_FILES,
    build: [['next', 'build', '--webpack']],
    serve: startNext,
  },
  Vite: {
    install: ['vite'],
    files: {
      'main.js': PLAIN,
      'vite.config.js': `export default { build: { outDir: 'built', lib: { entry: 'main.js', formats: ['es'], fileName: () => 'main.js' } } }`,
    },
    build: [['vite', 'build']],
  },
  Rollup: {
    install: ['rollup', '@rollup/plugin-node-resolve'],
    files: { 'main.js': PLAIN },
    build: [['rollup', '-i', 'main.js', '-o', 'built/main.js', '-p', 'node-resolve']],
  },
  esbuild: { install: ['esbuild'], files: { 'main.js': PLAIN }, build: [[...ESBUILD, 'main.js']] },
  'React 18 in StrictMode': {
    install: ['esbuild', 'react@18', 'react-dom@18'],
    files: { 'main.jsx': REACT_MAIN },
    build: [[...ESBUILD, 'main.jsx']],
  },
  'React 19 in StrictMode': {
    install: ['esbuild', 'react@19', 'react-dom@19'],
    files: { 'main.jsx': REACT_MAIN },
    build: [[...ESBUILD, 'main.jsx']],
  },
  Vue: {
    install: ['esbuild', 'vue'],
    files: {
      'main.js': `
        import { createApp, h, ref } from 'vue'
        import 'alcove/element'
        createApp(() => [h('h1', 'Shop'), h('alcove-chat', { 'base-url': '{{ALCOVE}}' })]).mount('#root')`,
    },
    build: [[...ESBUILD, 'main.js']],
  },
  Svelte: {
    install: ['esbuild', 'svelte'],
    files: {
      'shop.svelte': `<script>import 'alcove/element'; let isOpen = $state(false)</script>
        <h1>{isOpen ? 'Open' : 'Closed'}</h1>
        <alcove-chat base-url="{{ALCOVE}}" onalcove:open={() => (isOpen = true)}></alcove-chat>`,
      'compile.mjs': `
        import { readFileSync, writeFileSync } from 'node:fs'
        import { compile } from 'svelte/compiler'
        writeFileSync('shop.js', compile(readFileSync('shop.svelte', 'utf8'), {}).js.code)`,
      'main.js': `import { mount } from 'svelte'\nimport Shop from './shop.js'\nmount(Shop, { target: document.querySelector('#root') })`,
    },
    build: [
      [process.execPath, 'compile.mjs'],
      [...ESBUILD, 'main.js'],
    ],
  },
}

for (const [name, framework] of IS_LONG ? Object.entries(FRAMEWORKS) : []) {
  test(`a page of ${name} has one chat (D10) @long`, async ({ page, site, chat, alcove }) => {
    const service = `http://localhost:${alcove.port}`
    const fill = (text: string) => text.replaceAll('{{ALCOVE}}', service)
    const consumer = await createConsumer()
    const { install, files, build, serve } = framework
    await consumer.install(install)
    const filled = Object.entries(files).map(([path, text]) => [path, fill(text)])
    await consumer.write(Object.fromEntries(filled) as Record<string, string>)
    for (const [program = '', ...args] of build) await consumer.run(program, ...args)

    const port = await findFreePort()
    const [program = '', ...args] = serve?.(port) ?? []
    const server = serve
      ? spawn(consumer.programOf(program), args, {
          cwd: consumer.folder,
          env: consumer.env,
          stdio: 'ignore',
        })
      : undefined
    if (server) {
      await expect
        .poll(
          () =>
            fetch(`http://localhost:${port}/`).then(
              ({ ok }) => ok,
              () => false,
            ),
          {
            timeout: 60_000,
          },
        )
        .toBe(true)
      await page.goto(`http://localhost:${port}/`)
    } else {
      const script = await readFile(join(consumer.folder, 'built/main.js'), 'utf8')
      site.add('/framework.js', { html: script, headers: { 'content-type': 'text/javascript' } })
      site.add('/framework.html', {
        html: '<!doctype html><html lang="en"><title>Shop</title><div id="root"></div><script type="module" src="/framework.js"></script>',
      })
      await page.goto('/framework.html')
    }

    await chat.open()
    await chat.send('say From a bundle')
    await expect(chat.answer).toContainText('From a bundle')
    await expect(page.locator('alcove-root')).toHaveCount(1)
    const tells = Object.values(files).some((text) => text.includes("'Closed'"))
    if (tells) await expect(page.getByRole('heading', { name: 'Open' })).toBeVisible()

    if (server) {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    }
    await consumer.stop()
  })
}
