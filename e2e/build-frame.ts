import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createBuilder } from 'vite'
import { withNodeEnv } from './node-env.ts'

const ROOT = join(import.meta.dirname, '..')
const META = /<meta name="alcove"[^>]*>/

/** A frame built with an operator's settings. */
export interface BuiltFrame {
  /** Serves this frame to a page instead of the server's own. */
  serve(page: Page): Promise<void>
  stop(): Promise<void>
}

/** Builds the frame like `npm run build` with these settings, without replacing the current build. */
export async function buildFrame(env: Readonly<Record<string, string>>): Promise<BuiltFrame> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-frame-'))
  await withNodeEnv({ ...env, NODE_ENV: 'production' }, async () => {
    const builder = await createBuilder({
      configFile: join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      environments: { client: { build: { outDir: folder, emptyOutDir: true } } },
    })
    await builder.build(builder.environments['client']!)
  })
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  return {
    async serve(page) {
      await page.route(/\/frame(\?.*)?$/, async (route) => {
        // Headers and settings come from the server.
        const response = await route.fetch()
        const meta = META.exec(await response.text())?.[0] ?? ''
        await route.fulfill({ response, body: html.replace('<head>', `<head>${meta}`) })
      })
      await page.route('**/frame/assets/*', (route) => {
        const name = new URL(route.request().url()).pathname.split('/').at(-1)!
        return route.fulfill({ path: join(folder, 'assets', name) })
      })
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}
