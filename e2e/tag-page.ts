import type { HostSite } from './host-site.ts'

/** Adds a page of a shop whose tag has these attributes, with `body` under its heading. */
export function addTagPage(site: HostSite, path: string, attributes: string, body = ''): void {
  site.add(path, {
    html: `<!doctype html><html lang="en"><head><title>Shop</title><meta name="viewport" content="width=device-width"></head>
      <body><header>Shop</header><main><h1>Shop</h1>${body}</main>
      <script async src="{{ALCOVE_ORIGIN}}/alcove.js" ${attributes}></script></body></html>`,
  })
}
