import type { RequestListener, ServerResponse } from 'node:http'

export interface SitePage {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Paths with their pages; a test changes them between two crawls. */
export type SitePages = Map<string, SitePage | ((response: ServerResponse) => void)>

/** A page with a heading, a paragraph that a reader keeps, and links. */
export const htmlPage = (title: string, links: readonly string[] = [], head = ''): SitePage => ({
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>
    <p>This page tells all that there is to know about ${title}, in one long paragraph of plain words.</p>
    ${links.map((link) => `<p><a href="${link}">More about ${link}</a></p>`).join('\n')}</main></body></html>`,
})

export const sitemapOf = (entries: readonly (string | readonly [string, string])[]): SitePage => ({
  headers: { 'Content-Type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries
      .map((entry) => {
        const [address, date] = typeof entry === 'string' ? [entry] : entry
        return `<url><loc>${address}</loc>${date === undefined ? '' : `<lastmod>${date}</lastmod>`}</url>`
      })
      .join('')}</urlset>`,
})

/** Serves the pages, and 404 for all other paths. */
export const servePages =
  (pages: SitePages): RequestListener =>
  (request, response) => {
    const page = pages.get(request.url ?? '')
    if (typeof page === 'function') return page(response)
    if (!page) return void response.writeHead(404).end('There is nothing here.')
    const { status = 200, headers = {}, body = '' } = page
    const isKnown =
      headers['ETag'] !== undefined && request.headers['if-none-match'] === headers['ETag']
    if (isKnown) return void response.writeHead(304, headers).end()
    response.writeHead(status, headers).end(body)
  }
