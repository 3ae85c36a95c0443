import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { join } from 'node:path'
import { createDevPages } from './dev-pages.ts'

export interface DevServerOptions {
  readonly root: string
  readonly port: number
  readonly host: string
  /** The service behind it, which answers all calls. */
  readonly serverOrigin: string
  readonly plugins?: readonly Plugin[]
}

/** Serves loader and frame from their sources, hot, in front of a service. */
export async function startDevServer({
  root,
  port,
  host,
  serverOrigin,
  plugins = [],
}: DevServerOptions): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
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
