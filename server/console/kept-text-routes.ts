import { Hono } from 'hono'
import type { KeptDocuments } from '../knowledge/kept/kept-documents.ts'
import type { AppEnv } from '../routes/app-env.ts'
import { headHtml } from './html.ts'
import { KEPT_TEXT_HEADERS, keptTextPage } from './kept-text-page.ts'

/** Pages with the kept text of documents that have no address on the web. The address is the permission. */
export const createKeptTextRoutes = (documents: KeptDocuments): Hono<AppEnv> =>
  new Hono<AppEnv>().get('/knowledge/:token', async (c) => {
    const kept = await documents.open(c.req.param('token'))
    return kept
      ? c.html(keptTextPage(kept), 200, KEPT_TEXT_HEADERS)
      : c.html(GONE_PAGE, 403, KEPT_TEXT_HEADERS)
  })

const GONE_PAGE = `${headHtml('Not available')}
</head>
<body>
<main>
<p>This address is not valid, or no longer. Go back to the chat, and open the document from there.</p>
</main>
</body>
</html>
`
