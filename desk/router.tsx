import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { PAGES } from './pages.ts'
import { LoadFailure, NotFound } from './shell/failure-pages.tsx'
import { ProjectLayout } from './shell/project-layout.tsx'
import { Root } from './shell/root.tsx'
import { StartPage } from './shell/start-page.tsx'
import { PageSkeleton } from './ui/skeleton.tsx'

/** The desk's addresses: `/desk/<project>/<page>`. A filter is a search parameter, so that each view is a link. */
export function createDeskRouter() {
  const root = createRootRoute({ component: Root })
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: StartPage,
  })
  const project = createRoute({
    getParentRoute: () => root,
    path: '$project',
    component: ProjectLayout,
  })
  const projectStart = createRoute({
    getParentRoute: () => project,
    path: '/',
    beforeLoad({ params }) {
      throw redirect({ to: `/${encodeURIComponent(params.project)}/home` })
    },
  })
  const pages = PAGES.map(({ path, load }) =>
    createRoute({
      getParentRoute: () => project,
      path,
      component: lazyRouteComponent(load, 'Page'),
    }),
  )
  return createRouter({
    routeTree: root.addChildren([start, project.addChildren([projectStart, ...pages])]),
    basepath: '/desk',
    // Links under the pointer load their page's file.
    defaultPreload: 'intent',
    defaultPendingComponent: PageSkeleton,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: LoadFailure,
    // All values are texts: a page reads numbers from them itself.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch(search) {
      const given = Object.entries(search).filter(
        ([, value]) => value !== undefined && value !== '',
      )
      const text = new URLSearchParams(
        given.map(([name, value]) => [name, String(value)]),
      ).toString()
      return text && `?${text}`
    },
    scrollRestoration: false,
  })
}
