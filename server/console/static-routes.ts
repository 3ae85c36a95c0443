import { Hono } from 'hono'
import { DEFAULT_PROJECT } from '../auth/identity.ts'
import type { Previews } from '../preview/previews.ts'
import { modelNames } from '../projects/models-in-use.ts'
import type { Projects } from '../projects/project.ts'
import type { AppEnv } from '../routes/app-env.ts'
import { serviceOrigin } from '../routes/own-origin.ts'
import { sendFile } from './assets.ts'
import { helpPage, PAGE_HEADERS } from './pages.ts'
import { createFramePages, createProjectLoaders, type FrameSettings } from './project-files.ts'
import { WELCOME_HEADERS, welcomePage, type WelcomeSettings } from './welcome.ts'

/** Every host page loads it; after five minutes a new version has reached all. */
const LOADER_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // Lets a page measure the cost of the chat: see `metrics`.
  'Timing-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'public, max-age=300',
}
/** The address has the version, whose files never change. */
const VERSION_HEADERS = {
  ...LOADER_HEADERS,
  'Cache-Control': 'public, max-age=31536000, immutable',
}
/** The names contain a hash of the content, so the content never changes. */
const ASSET_HEADERS = {
  // These two are for workers, which inherit nothing from the frame: embedded files must permit the
  // isolation, and the worker that highlights code makes no requests.
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'public, max-age=31536000, immutable',
}

/** Text files for people. */
const TEXT_HEADERS = {
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
}

export interface StaticParts extends FrameSettings {
  readonly projects: Projects
  readonly previews: Previews
  readonly welcome: WelcomeSettings
}

export function createStaticRoutes(parts: StaticParts): Hono<AppEnv> {
  const { assets, projects, publicUrl, welcome } = parts
  const framePages = createFramePages(parts)
  const loaderOf = createProjectLoaders(assets)

  const routes = new Hono<AppEnv>()
  for (const [name, file] of assets.loaderModules) {
    routes.get(`/${name}`, (c) => sendFile(c, file, LOADER_HEADERS))
    routes.get(`/p/:project/${name}`, (c) => sendFile(c, file, LOADER_HEADERS))
  }
  return (
    routes
      .get('/', async (c) => {
        const project = await projects.find(DEFAULT_PROJECT)
        const models = project ? modelNames(project) : []
        const page = welcomePage(serviceOrigin(c, publicUrl), welcome, models)
        return c.html(page, 200, WELCOME_HEADERS)
      })
      .get('/help', async (c) => c.html(await helpPage(), 200, PAGE_HEADERS))
      .get('/alcove.js', (c) => sendFile(c, assets.loader, LOADER_HEADERS))
      .get('/frame', async (c) => {
        const { file, headers } = framePages.live(await projects.find(DEFAULT_PROJECT), '')
        return sendFile(c, file, headers)
      })
      .get('/p/:project/alcove.js', async (c) => {
        const file = loaderOf(await projects.find(c.req.param('project')))
        return sendFile(c, file, LOADER_HEADERS)
      })
      .get('/v/:version/:file', (c) => {
        const { version, file } = c.req.param()
        const found = assets.versions.get(version)?.get(file)
        return found ? sendFile(c, found, VERSION_HEADERS) : c.notFound()
      })
      // The tag of a project's own file names the project a second time.
      .get('/p/:project/p/:app/frame', (c) =>
        c.redirect(`/p/${encodeURIComponent(c.req.param('app'))}/frame`),
      )
      .get('/p/:project/frame', async (c) => {
        const name = c.req.param('project')
        const { file, headers } = framePages.live(await projects.find(name), `/p/${name}`)
        return sendFile(c, file, headers)
      })
      .get('/p/:project/preview/:token/frame', async (c) => {
        const { project: name, token } = c.req.param()
        const opened = await parts.previews.open(name, token)
        const { file, headers } = framePages.preview(opened, `/p/${name}`)
        // Each opening asks again: the draft changes, and the link ends.
        return sendFile(c, file, { ...headers, 'Cache-Control': 'no-store' })
      })
      .get('/frame/third-party-licenses.txt', (c) => sendFile(c, assets.licenses, TEXT_HEADERS))
      .get('/frame/assets/:name', async (c) => {
        const file = assets.files.get(c.req.param('name'))
        return file ? sendFile(c, file, ASSET_HEADERS) : c.notFound()
      })
  )
}
