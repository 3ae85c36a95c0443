import { expect, test } from 'vitest'
import type { Identity } from '../auth/identity.ts'
import type { Files } from '../files/files.ts'
import type { PdfUrls } from '../projects/project.ts'
import { createRouteApp } from '../testing/create-route-app.ts'
import { createPdfRoutes } from './pdf-routes.ts'

const CALLERS = {
  visitor: { kind: 'anonymous' },
  'key of a page': { kind: 'claimed' },
  'named user': { kind: 'host' },
  server: { kind: 'host', isServer: true },
} satisfies Record<string, Partial<Identity>>

test.each<[PdfUrls, readonly string[]]>([
  ['server', ['server']],
  ['users', ['named user', 'server']],
  ['everybody', ['visitor', 'key of a page', 'named user', 'server']],
])('with pdfUrls %s a public address may be fetched for: %j', async (pdfUrls, allowed) => {
  const fetched: string[] = []

  for (const [name, caller] of Object.entries(CALLERS)) {
    const identity = { projectId: 'default', workspaceId: 'w', userId: 'u', ...caller }
    const authenticate = () => Promise.resolve({ identity })
    const pdfToImages: Files['pdfToImages'] = (_owner, _base, pdf) => {
      if (pdf.mayFetch) fetched.push(name)
      return Promise.resolve([])
    }
    const { request } = createRouteApp(createPdfRoutes, {
      project: { pdfUrls },
      parts: {
        authenticator: { authenticate, mint: () => Promise.resolve('token') },
        files: { pdfToImages } as Files,
      },
    })

    const body = JSON.stringify({ file_url: 'https://files.example/a.pdf' })
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer x' }
    const response = await request('/v1/files/pdf-to-images', { method: 'POST', headers, body })
    expect(response.status).toBe(200)
  }

  expect(fetched).toEqual(allowed)
})
