import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { join } from 'node:path'
import { createDevPages } from './dev-pages.ts'

export interface DevServerOptions {
  readonly root: string
  readonly port: number
  readonly host: string
  /** The service behind it, which answers all API calls. */
  readonly serverOrigin: string
  /** Server of the desk's sources; default: the service has the desk of its last build. */
  readonly deskOrigin?: string
  readonly plugins?: readonly Plugin[]
  /** Folder in `node_modules` for Vite's prebundled packages. Two servers at the same time need two. */
  readonly cache?: string
}

/** Serves loader and frame from their sources with hot reload, in front of a service. */
export async function startDevServer({
  root,
  port,
  host,
  serverOrigin,
  deskOrigin = serverOrigin,
  plugins = [],
  cache = '.vite',
}: DevServerOptions): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    cacheDir: join(root, 'node_modules', cache),
    plugins: [...plugins, createDevPages({ root, serverOrigin })],
    server: {
      port,
      host,
      strictPort: true,
      fs: { allow: [root] },
      proxy: {
        ...Object.fromEntries(
          ['/v1', '/p/', '/healthz', '^/$', '/desk/api'].map((path) => [path, serverOrigin]),
        ),
        // After its calls, since the first match counts.
        '/desk': { target: deskOrigin, ws: true },
      },
    },
  })
  return vite.listen()
}

/** Serves the desk from its sources with hot reload, for the proxy of {@link startDevServer}. */
export async function startDeskDevServer(root: string, port: number): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile: join(root, 'vite.desk.config.ts'),
    cacheDir: join(root, 'node_modules', '.vite-desk'),
    server: { port, host: '127.0.0.1', strictPort: true, fs: { allow: [root] } },
  })
  return vite.listen()
}
