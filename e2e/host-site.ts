import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export interface HostPage {
  readonly html: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface HostSite {
  readonly port: number
  /** Serves a page of the test; `{{ALCOVE_ORIGIN}}` is replaced by the service's origin. */
  add(path: string, page: HostPage): void
  /** Answers requests for a path with the function's current result. */
  answer(path: string, body: () => string): void
  stop(): Promise<void>
}

/** Host pages with the chat: the files of `public/` and pages that tests add. */
export async function startHostSite(alcoveOrigin: string): Promise<HostSite> {
  const pages = new Map<string, HostPage>()
  const answers = new Map<string, () => string>()
  const root = join(import.meta.dirname, '..', 'public')
  const fill = (html: string) => html.replaceAll('{{ALCOVE_ORIGIN}}', alcoveOrigin)

  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?', 1)[0]!)
    const page = pages.get(path)
    const answer = answers.get(path)
    if (page) {
      response.writeHead(200, { 'content-type': TYPES['.html'], ...page.headers })
      return response.end(fill(page.html))
    }
    if (answer) return response.end(answer())
    const file = normalize(join(root, path === '/' ? 'index.html' : path))
    if (!file.startsWith(root + sep)) return response.writeHead(404).end()
    readFile(file).then(
      (body) => {
        const type = TYPES[extname(file)] ?? 'application/octet-stream'
        response.writeHead(200, { 'content-type': type })
        response.end(type.startsWith('text/html') ? fill(body.toString('utf8')) : body)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    add: (path, page) => void pages.set(path, page),
    answer: (path, body) => void answers.set(path, body),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
