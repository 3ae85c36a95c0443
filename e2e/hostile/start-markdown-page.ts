import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize, sep } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { withNodeEnv } from '../node-env.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const ENTRY = 'virtual:view'
const NAME = 'assets/view.js'
/** A formula and highlighted code. */
const EVERY_LATE_PART = '$x$\n\n```js\nconst a = 1\n```'

// Not imported, because these tests use only the built product.
const SOURCE = `
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Markdown } from '${ROOT}/widget/markdown/markdown.tsx'

const caret = createElement('span', { className: 'caret', 'aria-hidden': true })

globalThis.mountAnswer = () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return {
    place,
    show: (text, isStreaming) =>
      flushSync(() => root.render(createElement(Markdown, { text, isStreaming, caret }))),
    remove() {
      root.unmount()
      place.remove()
    },
  }
}
`

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

/**
 * A worker does not inherit the page's policy, so the server sends these headers with each of the frame's
 * files.
 */
const WORKER_HEADERS = {
  'cross-origin-embedder-policy': 'require-corp',
  'content-security-policy': "default-src 'none'",
}

/** The page's interface for tests. */
export interface MountedAnswer {
  readonly place: HTMLElement
  show(text: string, isStreaming: boolean): void
  remove(): void
}

declare const mountAnswer: () => MountedAnswer

export interface MarkdownPage {
  /** Resolves once all lazy parts have loaded, so that rendering is synchronous from then on. */
  open(page: Page): Promise<void>
  stop(): Promise<void>
}

/** The frame's markdown on a separate page, with the headers that the server sends with its frame. */
export async function startMarkdownPage(frameAddress: string): Promise<MarkdownPage> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-markdown-'))
  await withNodeEnv({ NODE_ENV: 'production' }, () => buildView(folder))
  const headers = await readHeaders(frameAddress)
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/') {
      response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' })
      return response.end(
        `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Markdown</title><script type="module" src="/${NAME}"></script><body></body></html>`,
      )
    }
    const file = normalize(join(folder, path))
    if (!file.startsWith(folder + sep)) return response.writeHead(404).end()
    readFile(file).then(
      (body) =>
        response
          .writeHead(200, { ...WORKER_HEADERS, 'content-type': TYPES[extname(file)] })
          .end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    async open(page) {
      await page.goto(origin)
      await page.waitForFunction(() => 'mountAnswer' in globalThis)
      await page.evaluate((text) => mountAnswer().show(text, false), EVERY_LATE_PART)
      await page.locator('math').waitFor()
      await page.locator('code span span').first().waitFor()
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function buildView(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'view',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? SOURCE : undefined),
      },
    ],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ENTRY,
        output: {
          entryFileNames: NAME,
          chunkFileNames: 'assets/view-[name]-[hash].js',
          assetFileNames: 'assets/view-[name]-[hash][extname]',
        },
      },
    },
  })
}

const KEPT_HEADERS =
  /^(content-security-policy|referrer-policy|x-content-type-options|permissions-policy|cross-origin-.*|origin-agent-cluster)$/

async function readHeaders(address: string): Promise<Record<string, string>> {
  const response = await fetch(address)
  const kept = [...response.headers].filter(([name]) => KEPT_HEADERS.test(name))
  return Object.fromEntries(kept)
}
