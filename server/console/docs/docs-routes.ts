import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { route, type Route } from '../../routes/route.ts'
import { WELCOME_HEADERS } from '../static-routes.ts'
import { describeApi } from './describe-api.ts'
import { docsPage } from './docs-page.ts'
import { DOCS_STYLE } from './docs-style.ts'

const styleHash = createHash('sha256').update(DOCS_STYLE).digest('base64')

/** No script runs there, and nothing is loaded. */
const DOCS_HEADERS = {
  ...WELCOME_HEADERS,
  'Content-Security-Policy': `${WELCOME_HEADERS['Content-Security-Policy']}; style-src 'sha256-${styleHash}'`,
}

const documentSchema = v.looseObject({
  openapi: v.string(),
  info: v.looseObject({ title: v.string(), version: v.string() }),
  paths: v.record(v.string(), v.looseObject({})),
})

/**
 * These routes and the two that describe all of them, themselves included. The description is made from
 * the list that the router is made of: it cannot be wrong.
 */
export function withDocsRoutes(routes: readonly Route[]): readonly Route[] {
  const all: readonly Route[] = [
    ...routes,
    route({
      method: 'GET',
      path: '/openapi.json',
      summary: 'Read the description of the API as an OpenAPI 3.1 document',
      access: 'open',
      answers: { 200: documentSchema },
      handle: (c) => c.json(describeApi(all, c.var.base)),
    }),
    route({
      method: 'GET',
      path: '/docs',
      summary: 'Read the description of the API as a page',
      access: 'open',
      answers: { 200: { mediaTypes: ['text/html'], description: 'A page' } },
      handle: (c) => c.html(docsPage(describeApi(all, c.var.base)), 200, DOCS_HEADERS),
    }),
  ]
  return all
}
