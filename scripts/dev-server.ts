import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { join } from 'node:path'
import { createDevPages } from './dev-pages.ts'

export interface DevServerOptions {
  readonly root: string
  readonly port: number
  readonly host: string
  /** The service behind it, which answers all API calls. */
  readonly serverOrigin: string
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
      proxy: Object.fromEntries(
        ['/v1', '/p/', '/healthz', '^/$'].map((path) => [path, serverOrigin]),
      ),
    },
  })
  return vite.listen()
}
