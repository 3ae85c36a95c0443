import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'

/** Tables beside which the desk's list is measured. */
export const PEERS = {
  table: { module: 'draw-table.tsx', start: 'drawTable' },
  grid: { module: 'draw-grid.ts', start: 'drawGrid' },
} as const
export type PeerTable = keyof typeof PEERS

export interface PeerSite {
  addressOf(peer: PeerTable): string
  stop(): Promise<void>
}

/** Serves the peers' pages and scripts, as small as the desk's, and the rows as one file. */
export async function startPeerSite(rows: readonly unknown[]): Promise<PeerSite> {
  const json = 'application/json'
  const files = new Map([['/rows.json', { type: json, body: gzipSync(JSON.stringify(rows)) }]])
  for (const peer of Object.keys(PEERS) as PeerTable[]) {
    files.set(`/${peer}.js`, { type: 'text/javascript', body: gzipSync(await bundle(peer)) })
    files.set(`/${peer}`, { type: 'text/html', body: gzipSync(pageOf(peer)) })
  }
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    if (!file) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': `${file.type}; charset=utf-8`,
      'content-encoding': 'gzip',
    })
    response.end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    addressOf: (peer) => `http://localhost:${port}/${peer}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const ENTRY = '\0peer'

async function bundle(peer: PeerTable): Promise<string> {
  const { module, start } = PEERS[peer]
  const file = join(REPOSITORY_ROOT, 'bench/desk/peers', module)
  const result = await build({
    configFile: false,
    root: REPOSITORY_ROOT,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    // As for production, even where a test builds it.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      {
        name: 'peer',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) =>
          id === ENTRY
            ? `import { ${start} } from ${JSON.stringify(file)}; void ${start}()`
            : undefined,
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: ENTRY },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const script =
    output && 'output' in output ? output.output.find(({ type }) => type === 'chunk') : undefined
  if (script?.type !== 'chunk') throw new Error(`The build of ${peer} gave no script.`)
  return script.code
}

const pageOf = (peer: PeerTable): string => `<!doctype html>
<html lang="en">
<title>${peer}</title>
<style>
  body { margin: 0; font: 14px system-ui; }
  #root { block-size: 100vh; overflow: auto; }
  table { inline-size: 100%; border-collapse: collapse; table-layout: fixed; }
  th, td { block-size: 56px; padding: 0 1rem; overflow: hidden; border-block-end: 1px solid #ddd;
    text-align: start; text-overflow: ellipsis; white-space: nowrap; }
  th:first-child { inline-size: 45%; }
</style>
<div id="root"></div>
<script type="module" src="/${peer}.js"></script>
</html>`
